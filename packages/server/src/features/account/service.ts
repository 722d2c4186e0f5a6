import type { Account } from '@jointly/contract'
import { refuseIfDeleted } from '../../platform/db/foreign-keys.ts'
import { lockUser, lockUsersShared } from '../../platform/db/row-locks.ts'
import type { Db } from '../../platform/db/tables.ts'
import { transact } from '../../platform/db/transact.ts'
import { isRefused, type Refused, refuse } from '../../platform/refusal.ts'
import type { ProviderApi } from '../../provider/api.ts'
import { refuseFor } from '../../provider/failures.ts'
import { newVerifier, type OAuth } from '../../provider/oauth.ts'
import type { ProviderTokens } from '../../provider/provider.ts'
import { beginAttempt, takeAttempt } from './link-attempts.ts'
import { chosenPlaylistCounts, type StoredAccount } from '../../accounts/account-store.ts'
import type { LinkedAccounts } from '../../accounts/linked-accounts.ts'
import { refreshLoadedSongs } from '../../songs/loaded-songs.ts'

/** How long a token that a person brought is taken to live, in seconds: as long as the provider's own. */
const EXTERNAL_TOKEN_LIFE_SEC = 3_600

/** Each account may hold playlists and listen to songs of its own: more of them would be more than one person's share. */
const ACCOUNTS_PER_PERSON = 5
const tooManyAccounts = refuse('too-many', {
  message: `You have linked ${ACCOUNTS_PER_PERSON} accounts already. Disconnect one first.`,
})

export type AccountDeps = {
  db: Db
  now: () => number
  accounts: LinkedAccounts
  oauth: OAuth
  api: ProviderApi
  /** The provider's name, as people know it. */
  providerName: string
  /** Called after an account was linked, or linked again. */
  onLinked(userId: string): Promise<void>
}

/** A person's accounts with tokens that are fresh; one whose provider is away keeps the token it has (L2). */
export async function listAccounts(deps: AccountDeps, userId: string): Promise<Account[]> {
  const stored = await deps.accounts.ofUser(userId)
  const chosen = await chosenPlaylistCounts(
    deps.db,
    stored.map(({ id }) => id),
  )
  return Promise.all(
    stored.map(async (account) => {
      const fresh = await deps.accounts.ensureFresh(account)
      const shown = isRefused(fresh) ? afterRefusal(account, fresh) : fresh
      return presentAccount(shown, deps.providerName, chosen.get(account.id) ?? 0)
    }),
  )
}

function afterRefusal(account: StoredAccount, refused: Refused): StoredAccount {
  return refused.code === 'reconnect'
    ? { ...account, accessToken: '', validUntilSec: 0, status: 'reconnect' }
    : account
}

/**
 * Renews the token that the provider refused to the person's browser (L9).
 *
 * @param refusedToken as the browser used it
 */
export async function renewToken(
  deps: AccountDeps,
  userId: string,
  refusedToken: string,
): Promise<Account[] | Refused> {
  const accounts = await deps.accounts.ofUser(userId)
  const account = accounts.find(({ accessToken }) => accessToken === refusedToken)
  const renewed = account && (await deps.accounts.renew(account, refusedToken))
  // An ended grant is part of what the list says.
  if (isRefused(renewed) && renewed.details.failure !== 'grant-ended') return renewed
  return listAccounts(deps, userId)
}

/** Begins to link: the address of the consent page (L1). @param origin ours, as the browser sees it */
export async function connect(
  deps: AccountDeps,
  userId: string,
  origin: string,
): Promise<{ url: string } | Refused> {
  const redirectUri = `${origin}/callback/spotify`
  const verifier = newVerifier()
  const attempt = beginAttempt(deps.db, userId, { verifier, redirectUri }, deps.now())
  const state = await refuseIfDeleted(attempt, refuse('unauthenticated'))
  if (isRefused(state)) return state
  const askAgain = (await deps.accounts.ofUser(userId)).length > 0
  return { url: deps.oauth.consentUrl({ origin, redirectUri, state, verifier, askAgain }) }
}

/** Finishes linking with what the consent page returned (L1): linked means that the provider answered who it is. */
export async function finishLink(
  deps: AccountDeps,
  userId: string,
  returned: { code?: string | undefined; error?: string | undefined; state: string },
): Promise<Account[] | Refused> {
  const attempt = await takeAttempt(deps.db, userId, returned.state, deps.now())
  if (!attempt) return refuse('link-state')
  if (returned.error === 'access_denied') return refuse('link-denied')
  if (returned.error) return refuseFor('sign-in')
  if (!returned.code) return refuse('invalid', { fields: { code: 'required' } })
  const { verifier, redirectUri } = attempt
  const former = (await deps.accounts.ofUser(userId)).map(({ refreshToken }) => refreshToken)
  const tokens = await deps.oauth.exchange(
    { code: returned.code, verifier, redirectUri },
    former.filter(Boolean),
  )
  if (isRefused(tokens)) return tokens.details.failure === 'grant-ended' ? refuse('link-state') : tokens
  return linkTokens(deps, userId, tokens)
}

/** Links an account with tokens that a user got elsewhere. The provider must say who the user is. */
export async function linkWithTokens(
  deps: AccountDeps,
  userId: string,
  brought: { access_token: string; refresh_token?: string | undefined },
): Promise<Account[] | Refused> {
  const linked = await linkTokens(deps, userId, {
    accessToken: brought.access_token,
    refreshToken: brought.refresh_token || null,
    validUntilSec: Math.floor(deps.now() / 1000) + EXTERNAL_TOKEN_LIFE_SEC,
  })
  if (!isRefused(linked) || linked.details.failure !== 'token') return linked
  return refuse('provider-refused', {
    message: 'The streaming service does not accept this token.',
    failure: 'token',
    fields: { access_token: 'refused' },
  })
}

async function linkTokens(
  deps: AccountDeps,
  userId: string,
  tokens: ProviderTokens,
): Promise<Account[] | Refused> {
  const person = await deps.api.me(tokens.accessToken)
  if (isRefused(person)) return person
  const refused = await transact(deps.db, async (trx) => {
    // An exclusive lock, so that concurrent links do not exceed the limit.
    if (!(await lockUser(trx, userId))) return refuse('unauthenticated')
    if ((await deps.accounts.store.countOthers(trx, userId, person)) >= ACCOUNTS_PER_PERSON)
      return tooManyAccounts
    await deps.accounts.store.link(trx, { userId, person, tokens, nowMs: deps.now() })
    // Two accounts of one provider user were merged into one (L14).
    await refreshLoadedSongs(trx, userId)
    return null
  })
  if (refused) {
    if (tokens.refreshToken) await deps.oauth.revoke(tokens.refreshToken)
    return refused
  }
  await deps.onLinked(userId)
  deps.accounts.notifyChange(userId)
  return listAccounts(deps, userId)
}

/** Disconnects an account. Its tokens, playlists and profile are deleted at once (L3). */
export async function disconnect(
  deps: AccountDeps,
  userId: string,
  id: string,
): Promise<Account[] | Refused> {
  const account = await deps.accounts.store.byId(deps.db, id)
  if (account?.userId !== userId) return refuse('not-found')
  const refused = await transact(deps.db, async (trx) => {
    // Locks in the same order as a deletion of the user, which locks the user first. Otherwise the two could
    // deadlock.
    if ((await lockUsersShared(trx, [userId])).size === 0) return refuse('unauthenticated')
    await deps.accounts.store.remove(trx, userId, id)
    await refreshLoadedSongs(trx, userId)
    return null
  })
  if (refused) return refused
  deps.accounts.notifyChange(userId)
  if (account.refreshToken) await deps.oauth.revoke(account.refreshToken)
  return listAccounts(deps, userId)
}

function presentAccount(account: StoredAccount, providerName: string, selectedPlaylists: number): Account {
  return {
    id: account.id,
    service: 'spotify',
    access_token: account.accessToken,
    refresh_token: '',
    valid_until: account.validUntilSec,
    selected_playlists: selectedPlaylists,
    title: providerName,
    detail: account.name,
    name: account.name,
    status: account.status,
  }
}
