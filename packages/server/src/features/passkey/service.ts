import {
  type LoginAnswer,
  type NewCredential,
  type NewCredentialOptions,
  type Passkey,
  PASSKEYS_PER_PERSON,
  type UseCredentialOptions,
  type UsedCredential,
} from '@jointly/contract'
import { refuseIfDeleted } from '../../platform/db/constraint-errors.ts'
import { lockUsers } from '../../platform/db/row-locks.ts'
import { transact } from '../../platform/db/transact.ts'
import type { Caller } from '../../platform/http/router.ts'
import { isRefused, type Refusal, refuse } from '../../platform/refusal.ts'
import { type Requester, confirmUser } from '../../people/login/confirm-user.ts'
import type { LoginContext } from '../../people/login/context.ts'
import { logInAs } from '../../people/login/log-in.ts'
import { userById } from '../../people/users.ts'
import { CHALLENGE_LIFE_MS, insertChallenge, takeChallenge } from './challenges.ts'
import { type RelyingParty, relyingPartyOf } from './relying-party.ts'
import {
  countPasskeys,
  credentialIdsOf,
  deletePasskey,
  insertPasskey,
  recordUse,
  passkeyByCredential,
  passkeysOf,
  renamePasskey,
  type StoredPasskey,
} from './store.ts'
import { ALGORITHMS, challengeOf, verifyNew, verifyUse } from './verification.ts'

export type PasskeyDeps = LoginContext & { publicOrigin: string | null }

/** The network of the client, and the origin that the client used. */
export type RequestSource = { network: string; origin: string }

const tooMany = refuse('too-many', {
  message: `You have ${PASSKEYS_PER_PERSON} passkeys already. Remove one first.`,
})

/**
 * Lists the user's passkeys, and the host name of this server for passkeys. The host name is null if this server cannot
 * have passkeys (A12).
 */
export async function listPasskeys({ db, publicOrigin }: PasskeyDeps, caller: Caller, origin: string) {
  return {
    rpId: relyingPartyOf(publicOrigin, origin)?.id ?? null,
    passkeys: await passkeysOf(db, caller.userId),
  }
}

/** Returns the options to create a passkey. The user must give the password or have logged in recently (A13). */
export async function startRegistration(
  deps: PasskeyDeps,
  caller: Caller,
  password: string | undefined,
  { network, origin }: RequestSource,
): Promise<NewCredentialOptions | Refusal> {
  const party = relyingPartyOf(deps.publicOrigin, origin)
  if (!party) return refuse('no-passkeys')
  const unconfirmed = await confirmUser(deps, { caller, network }, password)
  if (unconfirmed) return unconfirmed
  const known = await credentialIdsOf(deps.db, caller.userId)
  if (known.length >= PASSKEYS_PER_PERSON) return tooMany
  const challenge = await refuseIfDeleted(
    insertChallenge(deps.db, caller.tokenId, deps.now()),
    refuse('unauthenticated'),
  )
  if (isRefused(challenge)) return challenge
  return {
    rp: { id: party.id, name: 'Jointly' },
    user: { id: userHandle(caller.userId), name: caller.username, displayName: caller.username },
    challenge,
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: CHALLENGE_LIFE_MS,
    excludeCredentials: known.map((id) => ({ id, type: 'public-key' })),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    attestation: 'none',
  }
}

/** Adds the passkey that the browser created for this login (A13). */
export async function addPasskey(
  deps: PasskeyDeps,
  caller: Caller,
  { name, credential }: { name: string; credential: NewCredential },
  { network, origin }: RequestSource,
): Promise<Passkey | Refusal> {
  const party = relyingPartyOf(deps.publicOrigin, origin)
  if (!party) return refuse('no-passkeys')
  const challenge = challengeOf(credential)
  const made = challenge === null ? null : await verifyNew(credential, challenge, party)
  if (challenge === null || !made) return refuse('passkey')
  const added = await transact<Passkey | Refusal>(deps.db, async (trx) => {
    await lockUsers(trx, [caller.userId])
    // The challenge is deleted together with the login. So a login that has ended meanwhile adds no passkey (A14).
    if (!(await takeChallenge(trx, challenge, caller.tokenId, deps.now()))) return refuse('passkey')
    if ((await countPasskeys(trx, caller.userId)) >= PASSKEYS_PER_PERSON) return tooMany
    const passkey = await insertPasskey(trx, { ...made, userId: caller.userId, name }, deps.now())
    return passkey ?? refuse('passkey')
  })
  if (!isRefused(added))
    deps.logSecurity({ event: 'passkey.added', userId: caller.userId, network, passkeyId: added.id })
  return added
}

/** Renames a passkey of the caller. For another user's passkey the answer is `not-found`. */
export async function rename(
  { db }: PasskeyDeps,
  caller: Caller,
  id: string,
  name: string,
): Promise<Record<string, never> | Refusal> {
  return (await renamePasskey(db, caller.userId, id, name)) ? {} : refuse('not-found')
}

/**
 * Removes a passkey of the caller, who must give the password or have logged in recently (A13). For another user's
 * passkey the answer is `not-found`.
 */
export async function remove(
  deps: PasskeyDeps,
  asker: Requester,
  id: string,
  password: string | undefined,
): Promise<Record<string, never> | Refusal> {
  const unconfirmed = await confirmUser(deps, asker, password)
  if (unconfirmed) return unconfirmed
  const { network } = asker
  const { userId } = asker.caller
  if (!(await deletePasskey(deps.db, userId, id))) return refuse('not-found')
  deps.logSecurity({ event: 'passkey.removed', userId, network, passkeyId: id })
  return {}
}

/** Returns the options to log in with any passkey (A12). */
export async function startLogin(
  { db, now, publicOrigin }: PasskeyDeps,
  origin: string,
): Promise<UseCredentialOptions | Refusal> {
  const party = relyingPartyOf(publicOrigin, origin)
  if (!party) return refuse('no-passkeys')
  return {
    rpId: party.id,
    challenge: await insertChallenge(db, null, now()),
    timeout: CHALLENGE_LIFE_MS,
    userVerification: 'required',
  }
}

/** Logs in with a passkey. All failures get the same answer (A12). */
export async function logInByPasskey(
  deps: PasskeyDeps,
  credential: UsedCredential,
  from: RequestSource & { userAgent: string },
): Promise<LoginAnswer | Refusal> {
  const { network } = from
  const party = relyingPartyOf(deps.publicOrigin, from.origin)
  if (!party) return refuse('no-passkeys')
  const passkey = await passkeyByCredential(deps.db, credential.id)
  const about = { userId: passkey?.userId ?? null, network, ...(passkey && { passkeyId: passkey.id }) }
  const use = passkey && (await verifyLogin(deps, credential, party, passkey))
  const user = use && (await userById(deps.db, passkey.userId))
  const answer = user
    ? await logInAs(deps, user, from, (trx) => recordUse(trx, passkey.id, use.counter, deps.now()))
    : refuse('passkey')
  if (isRefused(answer)) {
    deps.logSecurity({ event: 'passkey.failed', ...about })
    return refuse('passkey')
  }
  deps.logSecurity({ event: 'passkey.used', ...about, loginIds: [answer.active.id] })
  return answer
}

/**
 * Verifies that the passkey of this user has signed one of our unused challenges.
 * @returns the counter of the passkey, which is not checked yet; null if the login is not valid
 */
async function verifyLogin(
  { db, now }: PasskeyDeps,
  credential: UsedCredential,
  party: RelyingParty,
  passkey: StoredPasskey,
): Promise<{ counter: number } | null> {
  const challenge = challengeOf(credential)
  if (challenge === null || !(await takeChallenge(db, challenge, null, now()))) return null
  if (credential.response.userHandle !== userHandle(passkey.userId)) return null
  return verifyUse(credential, challenge, party, passkey)
}

/** Returns the user handle of WebAuthn: the bytes of the user id, in base64url. */
function userHandle(userId: string): string {
  return Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url')
}
