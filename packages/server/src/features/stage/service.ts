import type { Account, NewStage, Stage, StageChange, StagePairing, StageState } from '@jointly/contract'
import { isManaging } from '@jointly/domain'
import { lockSessions } from '../../platform/db/row-locks.ts'
import type { Db, Trx } from '../../platform/db/tables.ts'
import { transact } from '../../platform/db/transact.ts'
import { type Attempt, limit, type RateLimit, type RateLimiter } from '../../platform/http/rate-limit.ts'
import type { ScheduledJob } from '../../platform/lifecycle/ticker.ts'
import { isRefused, type Refusal, refuse } from '../../platform/refusal.ts'
import { hashOfSecret, newSecretCode } from '../../platform/security/secret-code.ts'
import { findMembership } from '../../session/access/membership.ts'
import { withFreeCode } from '../../session/access/new-session-code.ts'
import type { SessionContext } from '../../session/context.ts'
import type { StageAccounts } from './stage-account.ts'
import * as store from './store.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const CODE_LIFE_MS = 10 * MINUTE_MS
const STAGES_PER_SESSION = 10
const UNUSED_LIFE_MS = 30 * DAY_MS
/** In a full session, a new stage replaces one that was off for this time. */
const REPLACED_AFTER_MS = DAY_MS
const USE_SAVED_EVERY_MS = 60 * MINUTE_MS
/** A stage that was used within this time is on. Servers store the use of connected stages every minute. */
const ON_MS = 2 * MINUTE_MS
const NEW_STAGES_PER_NETWORK: RateLimit = { name: 'new-stage', attempts: 60, windowMs: 10 * MINUTE_MS }
/**
 * Limits the calls of stages. The limit is high, because an unpaired stage calls every few seconds until it is paired.
 */
const CALLS_PER_NETWORK: RateLimit = { name: 'stage-call', attempts: 1_200, windowMs: MINUTE_MS }
const WRONG_CODES_PER_USER: RateLimit = { name: 'wrong-stage-code', attempts: 20, windowMs: 10 * MINUTE_MS }
/**
 * Limits a person who uses many accounts. The limit is higher than the limit per user, because many people may share a
 * network.
 */
const WRONG_CODES_PER_NETWORK: RateLimit = {
  name: 'wrong-stage-code-network',
  attempts: 60,
  windowMs: 10 * MINUTE_MS,
}

export type StageContext = {
  sessions: SessionContext
  limiter: RateLimiter
  accounts: StageAccounts
}

/** Returns the user id of a stage on live connections. No user has such an id. */
export const liveIdOf = (stageId: string): string => `stage:${stageId}`

const unknownCode = refuse('invalid', {
  message: 'No screen shows this code now. Look at the screen again.',
  fields: { code: 'unknown' },
})
const noSound = refuse('provider-refused', {
  message: 'A big screen has no sound with this streaming service.',
})
const tooManyStages = refuse('too-many', {
  message: `A session has at most ${STAGES_PER_SESSION} screens. Remove one first.`,
})

/** Creates a stage that shows a code until a host pairs it (X1). */
export async function createStage(deps: StageContext, network: string): Promise<NewStage | Refusal> {
  const { db, now } = deps.sessions
  const tooMany = await limit(deps.limiter, [[NEW_STAGES_PER_NETWORK, network]])
  if (tooMany) return tooMany
  const secret = newSecretCode()
  const nowMs = now()
  const expiresAt = nowMs + CODE_LIFE_MS
  const secretHash = hashOfSecret(secret)
  const code = await withFreeCode((free) =>
    store.insertStage(db, { secretHash, code: free, expiresAt, nowMs }),
  )
  return { code, secret, expires: expiresAt }
}

/** Returns what the stage with this secret shows (X1). Returns a refusal if the secret is no longer valid (X3). */
export async function stageState(
  deps: StageContext,
  secret: string,
  network: string,
): Promise<StageState | Refusal> {
  const tooMany = await limit(deps.limiter, [[CALLS_PER_NETWORK, network]])
  if (tooMany) return tooMany
  const stage = await findStage(deps.sessions, secret)
  if (!stage) return refuse('unauthenticated')
  return stage === 'waiting' ? { ssid: null, sound: false } : { ssid: stage.ssid, sound: stage.sound }
}

/** Returns the account with which the stage with this secret plays (X5). */
export async function stageAccount(
  deps: StageContext,
  secret: string,
  network: string,
): Promise<Account | Refusal> {
  const tooMany = await limit(deps.limiter, [[CALLS_PER_NETWORK, network]])
  if (tooMany) return tooMany
  const stage = await findStage(deps.sessions, secret)
  return stage && stage !== 'waiting' ? deps.accounts.ofStage(stage) : refuse('unauthenticated')
}

/**
 * Finds the stage with this secret, and stores the time of its use at most once in `USE_SAVED_EVERY_MS`. Returns
 * undefined if the secret is not valid (X3).
 */
export async function findStage({ db, now }: Pick<SessionContext, 'db' | 'now'>, secret: string) {
  const stage = await store.stageOfSecret(db, hashOfSecret(secret), now())
  if (stage && stage !== 'waiting' && now() - stage.usedAt >= USE_SAVED_EVERY_MS)
    await store.saveUse(db, [stage.id], now())
  return stage
}

/** A call of a host about the stages of a session. */
export type HostCall = { ssid: string; userId: string; network: string }

/** Lists the stages of a session, for its owner and managers (X1). */
export async function listStages(deps: StageContext, call: HostCall): Promise<Stage[] | Refusal> {
  return (await refuseUnlessHost(deps, deps.sessions.db, call)) ?? stagesOf(deps, call.ssid)
}

function stagesOf({ sessions: { db, now } }: StageContext, ssid: string): Promise<Stage[]> {
  return store.stagesOf(db, ssid, now() - ON_MS)
}

async function refuseUnlessHost(
  { sessions }: StageContext,
  db: Db,
  { ssid, userId }: HostCall,
): Promise<Refusal | null> {
  const membership = await findMembership(db, ssid, userId, sessions.now())
  if (isRefused(membership)) return membership
  return isManaging(membership.role) ? null : refuse('forbidden')
}

/**
 * Runs `change` in a transaction that has locked the session. The role is read after the lock, because it may change
 * while the call waits for the lock.
 */
function changeAsHost<T>(
  deps: StageContext,
  call: HostCall,
  change: (trx: Trx) => Promise<T>,
): Promise<T | Refusal> {
  return transact<T | Refusal>(deps.sessions.db, async (trx) => {
    await lockSessions(trx, [call.ssid])
    return (await refuseUnlessHost(deps, trx, call)) ?? change(trx)
  })
}

/** Pairs the stage that shows a code with a session (X1). Wrong codes are limited (X2). */
export async function pairStage(
  deps: StageContext,
  call: HostCall,
  { code, sound }: StagePairing,
): Promise<Stage[] | Refusal> {
  const { sessions, limiter } = deps
  const { ssid, userId, network } = call
  // This check is before the limits, so that a refused person uses up no attempts of their network.
  const refused =
    (await refuseUnlessHost(deps, sessions.db, call)) ?? (sound && !deps.accounts.isPossible ? noSound : null)
  if (refused) return refused
  const attempts: readonly Attempt[] = [
    [WRONG_CODES_PER_USER, userId],
    [WRONG_CODES_PER_NETWORK, network],
  ]
  const tooOften = await limit(limiter, attempts)
  if (tooOften) return tooOften
  const done = await changeAsHost(deps, call, async (trx) => {
    const nowMs = sessions.now()
    const stages = await store.stagesOf(trx, ssid, nowMs)
    const replaced = await makeRoom(deps, trx, stages, { ssid, nowMs })
    if (isRefused(replaced)) return replaced
    const numbers = stages.filter(({ id }) => id !== replaced).map(({ number }) => number)
    const stage = { ssid, code, sound, number: freeNumber(numbers), nowMs }
    const paired = await store.pairStage(trx, stage)
    return paired === undefined ? unknownCode : { paired, replaced }
  })
  if (done !== unknownCode) for (const attempt of attempts) await limiter.giveBack(attempt)
  if (isRefused(done)) return done
  const { paired, replaced } = done
  sessions.logSecurity({ event: 'stage.paired', userId, network, sessionId: ssid, stageId: paired })
  if (replaced !== null) finishRemoval(deps, call, replaced)
  return stagesOf(deps, ssid)
}

/**
 * Removes the stage of a full session that was off the longest (X1).
 * @param stages the stages of the session
 * @returns its id; null if the session has room
 */
async function makeRoom(
  deps: StageContext,
  trx: Trx,
  stages: readonly { id: string; usedAt: number }[],
  { ssid, nowMs }: { ssid: string; nowMs: number },
): Promise<string | null | Refusal> {
  if (stages.length < STAGES_PER_SESSION) return null
  const [oldest] = stages.toSorted((one, other) => one.usedAt - other.usedAt)
  if (!oldest || oldest.usedAt > nowMs - REPLACED_AFTER_MS) return tooManyStages
  const removed = await store.deleteStage(trx, ssid, oldest.id)
  if (removed) await deps.accounts.revoke(trx, [removed])
  return oldest.id
}

/** Returns the smallest number that no stage of the session has. */
function freeNumber(numbers: readonly number[]): number {
  let number = 1
  while (numbers.includes(number)) number += 1
  return number
}

/** Switches the sound of a stage on or off (X5), and gives it a name or takes the name away (X10). */
export async function changeStage(
  deps: StageContext,
  call: HostCall,
  { id, sound, name }: StageChange & { id: string },
): Promise<Stage[] | Refusal> {
  const isChanged = await changeAsHost(deps, call, async (trx) => {
    if (sound && !deps.accounts.isPossible) return noSound
    const isFound = await store.changeStage(trx, call.ssid, id, { sound, name })
    if (isFound && sound === false) await deps.accounts.endOf(trx, id)
    return isFound
  })
  if (isRefused(isChanged)) return isChanged
  if (!isChanged) return refuse('not-found')
  if (sound === false) deps.accounts.endGrantsNow()
  if (sound !== undefined)
    deps.sessions.bus.publish({
      type: 'person',
      userId: liveIdOf(id),
      message: { type: 'changed', what: 'stage' },
    })
  return stagesOf(deps, call.ssid)
}

/** Removes a stage from a session. Its secret and its account end at once (X3). */
export async function removeStage(
  deps: StageContext,
  call: HostCall,
  id: string,
): Promise<Stage[] | Refusal> {
  const removed = await changeAsHost(deps, call, async (trx) => {
    const stage = await store.deleteStage(trx, call.ssid, id)
    if (stage) await deps.accounts.revoke(trx, [stage])
    return stage
  })
  if (isRefused(removed)) return removed
  if (!removed) return refuse('not-found')
  finishRemoval(deps, call, id)
  return stagesOf(deps, call.ssid)
}

/** Ends the connection and the account of a stage that was removed. */
function finishRemoval(deps: StageContext, { ssid, userId, network }: HostCall, stageId: string): void {
  publishEnd(deps, stageId)
  deps.sessions.logSecurity({ event: 'stage.removed', userId, network, sessionId: ssid, stageId })
  deps.accounts.endGrantsNow()
}

/** Closes the live connection of a stage on every server. */
function publishEnd({ sessions }: StageContext, id: string): void {
  sessions.bus.publish({ type: 'logout', userId: liveIdOf(id), tokenIds: [id] })
}

/** Deletes stages that nobody paired, that were not used for 30 days, or whose session was deleted (X3). */
export function unusedStagesJob(deps: StageContext): ScheduledJob {
  const { db, now } = deps.sessions
  return {
    everyMs: MINUTE_MS,
    async run() {
      const deleted = await transact(db, async (trx) => {
        const stages = await store.deleteUnused(trx, { nowMs: now(), unusedSinceMs: now() - UNUSED_LIFE_MS })
        await deps.accounts.revoke(trx, stages)
        return stages
      })
      for (const { id } of deleted) publishEnd(deps, id)
      if (deleted.length > 0) deps.accounts.endGrantsNow()
    },
  }
}
