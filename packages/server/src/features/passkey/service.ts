import {
  type LoginAnswer,
  type NewCredential,
  type NewCredentialOptions,
  type Passkey,
  PASSKEYS_PER_PERSON,
  type UseCredentialOptions,
  type UsedCredential,
} from '@jointly/contract'
import { refuseIfGone } from '../../platform/db/foreign-keys.ts'
import { lockUsers } from '../../platform/db/row-locks.ts'
import type { Db } from '../../platform/db/tables.ts'
import { transact } from '../../platform/db/transact.ts'
import type { Caller } from '../../platform/http/handle.ts'
import { isRefused, type Refused, refuse } from '../../platform/refusal.ts'
import type { SecurityLog } from '../../platform/log/security-log.ts'
import { CHALLENGE_LIFE_MS, insertChallenge, takeChallenge } from './challenges.ts'
import { type RelyingParty, relyingPartyOf } from './relying-party.ts'
import {
  countPasskeys,
  credentialIdsOf,
  deletePasskey,
  insertPasskey,
  noteUse,
  passkeyByCredential,
  passkeysOf,
  renamePasskey,
  type StoredPasskey,
} from './store.ts'
import { ALGORITHMS, challengeOf, verifyNew, verifyUse } from './verification.ts'

export type PasskeyDeps = {
  db: Db
  /** Epoch milliseconds. */
  now: () => number
  publicOrigin: string | null
  /** Null when the person proved lately who they are, else the refusal that asks for the password. */
  confirm(asker: Asker, password: string | undefined): Promise<Refused | null>
  /** Begins a log-in; refused where the person is gone. */
  logInAs(userId: string, from: { network: string; userAgent: string }): Promise<LoginAnswer | Refused>
  logSecurity: SecurityLog
}

/** Who asks to change their passkeys; `network` of the client. */
type Asker = { caller: Caller; network: string }

/** Where a call comes from: the network of the client, and the origin at which it reached us. */
export type From = { network: string; origin: string }

const tooMany = refuse('too-many', {
  message: `You have ${PASSKEYS_PER_PERSON} passkeys already. Remove one first.`,
})

/** The person's passkeys, and the name they are for: null where this server can have none (A12). */
export async function listPasskeys({ db, publicOrigin }: PasskeyDeps, caller: Caller, origin: string) {
  return {
    rpId: relyingPartyOf(publicOrigin, origin)?.id ?? null,
    passkeys: await passkeysOf(db, caller.userId),
  }
}

/** What the browser needs to make a passkey, after the password or a recent log-in (A13). */
export async function offerNew(
  deps: PasskeyDeps,
  caller: Caller,
  password: string | undefined,
  { network, origin }: From,
): Promise<NewCredentialOptions | Refused> {
  const party = relyingPartyOf(deps.publicOrigin, origin)
  if (!party) return refuse('no-passkeys')
  const unconfirmed = await deps.confirm({ caller, network }, password)
  if (unconfirmed) return unconfirmed
  const known = await credentialIdsOf(deps.db, caller.userId)
  if (known.length >= PASSKEYS_PER_PERSON) return tooMany
  const challenge = await refuseIfGone(
    insertChallenge(deps.db, caller.tokenId, deps.now()),
    refuse('unauthenticated'),
  )
  if (isRefused(challenge)) return challenge
  return {
    rp: { id: party.id, name: 'Jointly' },
    user: { id: handleOf(caller.userId), name: caller.username, displayName: caller.username },
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

/** Adds the passkey that the browser made for this log-in (A13). */
export async function addPasskey(
  deps: PasskeyDeps,
  caller: Caller,
  { name, credential }: { name: string; credential: NewCredential },
  { network, origin }: From,
): Promise<Passkey | Refused> {
  const party = relyingPartyOf(deps.publicOrigin, origin)
  if (!party) return refuse('no-passkeys')
  const challenge = challengeOf(credential)
  if (challenge === null || !(await takeChallenge(deps.db, challenge, caller.tokenId, deps.now())))
    return refuse('passkey')
  const made = await verifyNew(credential, challenge, party)
  if (!made) return refuse('passkey')
  const added = await transact<Passkey | Refused>(deps.db, async (trx) => {
    const [person] = await lockUsers(trx, [caller.userId])
    if (!person) return refuse('unauthenticated')
    if ((await countPasskeys(trx, caller.userId)) >= PASSKEYS_PER_PERSON) return tooMany
    const passkey = await insertPasskey(trx, { ...made, userId: caller.userId, name }, deps.now())
    return passkey ?? refuse('passkey')
  })
  if (!isRefused(added))
    deps.logSecurity({ event: 'passkey.added', userId: caller.userId, network, passkeyId: added.id })
  return added
}

/** Renames an own passkey; one of somebody else is like one that does not exist. */
export async function rename(
  { db }: PasskeyDeps,
  caller: Caller,
  id: string,
  name: string,
): Promise<Record<string, never> | Refused> {
  return (await renamePasskey(db, caller.userId, id, name)) ? {} : refuse('not-found')
}

/**
 * Removes an own passkey, after the password or a recent log-in (A13); one of somebody else is like one that does not exist.
 */
export async function remove(
  { db, confirm, logSecurity }: PasskeyDeps,
  asker: Asker,
  id: string,
  password: string | undefined,
): Promise<Record<string, never> | Refused> {
  const unconfirmed = await confirm(asker, password)
  if (unconfirmed) return unconfirmed
  const { network } = asker
  const { userId } = asker.caller
  if (!(await deletePasskey(db, userId, id))) return refuse('not-found')
  logSecurity({ event: 'passkey.removed', userId, network, passkeyId: id })
  return {}
}

/** What the browser needs to log in with any passkey (A12). */
export async function offerUse(
  { db, now, publicOrigin }: PasskeyDeps,
  origin: string,
): Promise<UseCredentialOptions | Refused> {
  const party = relyingPartyOf(publicOrigin, origin)
  if (!party) return refuse('no-passkeys')
  return {
    rpId: party.id,
    challenge: await insertChallenge(db, null, now()),
    timeout: CHALLENGE_LIFE_MS,
    userVerification: 'required',
  }
}

/** Logs in the person whose passkey signed; whatever is wrong is refused alike (A12). */
export async function logInByPasskey(
  deps: PasskeyDeps,
  credential: UsedCredential,
  from: From & { userAgent: string },
): Promise<LoginAnswer | Refused> {
  const { network } = from
  const party = relyingPartyOf(deps.publicOrigin, from.origin)
  if (!party) return refuse('no-passkeys')
  const passkey = await passkeyByCredential(deps.db, credential.id)
  const about = { userId: passkey?.userId ?? null, network, ...(passkey && { passkeyId: passkey.id }) }
  if (!passkey || !(await isUsed(deps, credential, party, passkey))) {
    deps.logSecurity({ event: 'passkey.failed', ...about })
    return refuse('passkey')
  }
  const answer = await deps.logInAs(passkey.userId, from)
  if (isRefused(answer)) return refuse('passkey')
  deps.logSecurity({ event: 'passkey.used', ...about, loginIds: [answer.active.id] })
  return answer
}

/** Whether a passkey signed a challenge of ours, once, for its own person, and counted on. */
async function isUsed(
  { db, now }: PasskeyDeps,
  credential: UsedCredential,
  party: RelyingParty,
  passkey: StoredPasskey,
): Promise<boolean> {
  const challenge = challengeOf(credential)
  if (challenge === null || !(await takeChallenge(db, challenge, null, now()))) return false
  if (credential.response.userHandle !== handleOf(passkey.userId)) return false
  const use = await verifyUse(credential, challenge, party, passkey)
  return use !== null && noteUse(db, passkey.id, use.counter, now())
}

/** What authenticators keep to say whose a passkey is: the bytes of the person's random id, in base64url. */
function handleOf(userId: string): string {
  return Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url')
}
