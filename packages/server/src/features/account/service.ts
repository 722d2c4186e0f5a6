import type { Account } from '@jointly/contract'
import type { Language } from '@jointly/domain'
import { refuseIfDeleted } from '../../platform/db/constraint-errors.ts'
import { lockUsers } from '../../platform/db/row-locks.ts'
import type { Db, Trx } from '../../platform/db/tables.ts'
import { transact } from '../../platform/db/transact.ts'
import { isRefused, type Refusal, refuse } from '../../platform/refusal.ts'
import { newSecretCode } from '../../platform/security/secret-code.ts'
import type { ProviderApi } from '../../provider/api.ts'
import { refuseFor } from '../../provider/failures.ts'
import type { OAuth } from '../../provider/oauth.ts'
import { beginAttempt, takeAttempt } from './link-attempts.ts'
import { endLostGrant, type NewGrant } from './lost-grant.ts'
import { chosenPlaylistCounts, type StoredAccount } from '../../accounts/account-store.ts'
import type { LinkedAccounts } from '../../accounts/linked-accounts.ts'
import { presentAccount } from '../../accounts/present-account.ts'
import { deleteSongs } from '../../songs/library-changes.ts'

/**
 * The assumed validity in seconds of an access token that the user entered. Tokens that the provider issues are valid
 * for the same time.
 */
const EXTERNAL_TOKEN_LIFE_SEC = 3_600
/** The number of random bytes of a PKCE verifier. */
const VERIFIER_BYTES = 48

/**
 * The number of accounts that a user may link. It is limited, because the server imports the playlists of each account.
 */
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
  /** The name of the provider, for messages to people. */
  providerName: string
  /** Whether the provider can link an account without its consent page (L15). */
  canLinkDirectly: boolean
  /** Is called after an account was linked for the first time or again. */
  onLinked(userId: string): Promise<void>
}

/**
 * Lists a user's accounts with valid tokens. If the provider cannot be reached, the accounts have their stored
 * tokens (L2).
 */
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
      return presentAccount(shown, deps.providerName, chosen.get(account.id))
    }),
  )
}

function afterRefusal(account: StoredAccount, refused: Refusal): StoredAccount {
  return refused.code === 'reconnect'
    ? { ...account, accessToken: '', validUntilSec: 0, status: 'reconnect' }
    : account
}

/**
 * Renews a token, because the provider refused it when the user's browser sent it (L9).
 *
 * @param refusedToken the token that the browser used
 */
export async function renewToken(
  deps: AccountDeps,
  userId: string,
  refusedToken: string,
): Promise<Account[] | Refusal> {
  const accounts = await deps.accounts.ofUser(userId)
  const account = accounts.find(({ accessToken }) => accessToken === refusedToken)
  const renewed = account && (await deps.accounts.renew(account, refusedToken))
  // An ended grant is no refusal here: the list shows the account with the status `reconnect`.
  if (isRefused(renewed) && renewed.details.failure !== 'grant-ended') return renewed
  return listAccounts(deps, userId)
}

/**
 * Begins to link an account (L1).
 * @param app the address of this server, as the browser sees it, and the language of the app (W3)
 * @returns the address of the consent page
 */
export async function connect(
  deps: AccountDeps,
  userId: string,
  { origin, language }: { origin: string; language: Language },
): Promise<{ url: string } | Refusal> {
  const redirectUri = `${origin}/callback/spotify`
  const verifier = newSecretCode(VERIFIER_BYTES)
  const attempt = beginAttempt(deps.db, userId, { verifier, redirectUri }, deps.now())
  const state = await refuseIfDeleted(attempt, refuse('unauthenticated'))
  if (isRefused(state)) return state
  const askAgain = (await deps.accounts.ofUser(userId)).length > 0
  return { url: deps.oauth.consentUrl({ origin, redirectUri, state, verifier, askAgain, language }) }
}

/**
 * Links an account with the code and the state from the consent page (L1). The link is refused if the provider does not
 * return the profile of the user.
 */
export async function finishLink(
  deps: AccountDeps,
  userId: string,
  returned: { code?: string | undefined; error?: string | undefined; state: string },
): Promise<Account[] | Refusal> {
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
  const person = await deps.api.me(tokens.accessToken)
  // If the user has other accounts, the code may belong to the grant of one of them. `storeLink` would end this grant,
  // so it is not called.
  if (isRefused(person) && former.length > 0) return person
  const grant = { tokens, person }
  return storeLink(deps, userId, grant, {
    onFailure: () => endLostGrant(deps, userId, grant, former.length === 0),
  })
}

/**
 * Links an account with tokens that the user entered. The link is refused if the provider does not return the profile
 * of the user.
 */
export async function linkWithTokens(
  deps: AccountDeps,
  userId: string,
  brought: { access_token: string; refresh_token?: string | undefined },
): Promise<Account[] | Refusal> {
  const tokens = {
    accessToken: brought.access_token,
    refreshToken: brought.refresh_token || null,
    validUntilSec: Math.floor(deps.now() / 1000) + EXTERNAL_TOKEN_LIFE_SEC,
  }
  const person = await deps.api.me(tokens.accessToken)
  if (!isRefused(person)) return storeLink(deps, userId, { tokens, person })
  // The grant of these tokens does not end, because the user still has them.
  if (person.details.failure !== 'token') return person
  return refuse('provider-refused', {
    message: 'The streaming service does not accept this token.',
    failure: 'token',
    fields: { access_token: 'refused' },
  })
}

/**
 * Links an account of the built-in provider under the user's own name, without the consent page (L15). If the
 * user already has an account that works, nothing changes.
 */
export async function linkDirectly(
  deps: AccountDeps,
  { userId, username }: { userId: string; username: string },
): Promise<Account[] | Refusal> {
  if (!deps.canLinkDirectly) return noDirectLinks
  if (hasWorking(await deps.accounts.ofUser(userId))) return listAccounts(deps, userId)
  const tokens = await deps.oauth.linkDirectly(username)
  if (isRefused(tokens)) return tokens
  const grant = { tokens, person: await deps.api.me(tokens.accessToken) }
  return storeLink(deps, userId, grant, {
    isEnough: hasWorking,
    onFailure: () => endLostGrant(deps, userId, grant, true),
  })
}

const noDirectLinks = refuse('provider-refused', {
  message: 'Connect your account on the page of the streaming service.',
})

const hasWorking = (accounts: readonly StoredAccount[]): boolean =>
  accounts.some(({ status }) => status === 'ok')

/**
 * Stores a linked account with its tokens, unless the user has too many accounts. If the account is not stored, the
 * server ends the grant of its tokens (L3).
 * @param isEnough gets the current accounts of the user, and returns whether the user needs no further account
 * @param onFailure is called if the transaction fails, before its error is thrown
 */
async function storeLink(
  deps: AccountDeps,
  userId: string,
  { tokens, person }: NewGrant,
  {
    isEnough = () => false,
    onFailure = () => Promise.resolve(),
  }: { isEnough?: (accounts: readonly StoredAccount[]) => boolean; onFailure?: () => Promise<void> } = {},
): Promise<Account[] | Refusal> {
  const { revocations } = deps.accounts
  const store = async (trx: Trx): Promise<Refusal | 'needless' | null> => {
    if (isRefused(person)) return person
    // The user's row is locked, so that concurrent links cannot exceed the limit.
    if ((await lockUsers(trx, [userId])).length === 0) return refuse('unauthenticated')
    if (isEnough(await deps.accounts.store.ofUser(trx, userId))) return 'needless'
    if ((await deps.accounts.store.countOthers(trx, userId, person)) >= ACCOUNTS_PER_PERSON)
      return tooManyAccounts
    await deps.accounts.store.link(trx, { userId, person, tokens, nowMs: deps.now() })
    return null
  }
  // The refusal is wrapped in an object. If the transaction returned the refusal itself, it would roll back the stored
  // revocation.
  const { refused } = await transact(deps.db, async (trx) => {
    const answer = await store(trx)
    if (answer) await revocations.add(trx, [tokens.refreshToken ?? ''])
    return { refused: answer }
  }).catch(async (error: unknown) => {
    await onFailure()
    throw error
  })
  if (refused) {
    revocations.runNow()
    return refused === 'needless' ? listAccounts(deps, userId) : refused
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
): Promise<Account[] | Refusal> {
  const { store, revocations } = deps.accounts
  const refused = await transact(deps.db, async (trx) => {
    // The user's row is locked first, as when a user is deleted. In another order the two transactions could
    // deadlock.
    if ((await lockUsers(trx, [userId])).length === 0) return refuse('unauthenticated')
    const account = await store.byId(trx, id)
    if (account?.userId !== userId) return refuse('not-found')
    await revocations.add(trx, [account.refreshToken])
    await deleteSongs(trx, userId, id)
    await store.remove(trx, userId, id)
    return null
  })
  if (refused) return refused
  deps.accounts.notifyChange(userId)
  revocations.runNow()
  return listAccounts(deps, userId)
}
