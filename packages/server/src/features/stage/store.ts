import { randomUUID } from 'node:crypto'
import type { StageChange } from '@jointly/contract'
import type { Db, Trx } from '../../platform/db/tables.ts'

/** A stage (big screen) that is paired with a session. */
export type PairedStage = { id: string; ssid: string; sound: boolean; refreshToken: string; usedAt: number }

/** A removed stage whose account at the streaming service may still exist. The token is encrypted. */
export type RemovedStage = { id: string; refreshToken: string }

/** Stores a new stage with its code. @returns false if the code is in use */
export async function insertStage(
  db: Db,
  stage: { secretHash: string; code: string; expiresAt: number; nowMs: number },
): Promise<boolean> {
  const stored = await db
    .insertInto('stages')
    .values({
      id: randomUUID(),
      secret_hash: stage.secretHash,
      code: stage.code,
      code_expires_at: stage.expiresAt,
      session_id: null,
      number: 0,
      sound: 0,
      refresh_token: '',
      paired_at: 0,
      used_at: stage.nowMs,
    })
    .onConflict((conflict) => conflict.column('code').doNothing())
    .returning('id')
    .executeTakeFirst()
  return stored !== undefined
}

/**
 * Finds the stage with this secret.
 * @returns the paired stage; `waiting` if the stage is not paired but its code is still valid; undefined if the
 * secret is not valid
 */
export async function stageOfSecret(
  db: Db,
  secretHash: string,
  nowMs: number,
): Promise<PairedStage | 'waiting' | undefined> {
  const row = await db
    .selectFrom('stages')
    .select(['id', 'session_id', 'sound', 'refresh_token', 'used_at', 'code', 'code_expires_at'])
    .where('secret_hash', '=', secretHash)
    .executeTakeFirst()
  if (!row) return undefined
  if (row.session_id === null) return row.code !== null && row.code_expires_at > nowMs ? 'waiting' : undefined
  return {
    id: row.id,
    ssid: row.session_id,
    sound: row.sound === 1,
    refreshToken: row.refresh_token,
    usedAt: row.used_at,
  }
}

/** Sets the time of the last use of these stages. */
export async function saveUse(db: Db, ids: readonly string[], nowMs: number): Promise<void> {
  if (ids.length === 0) return
  await db.updateTable('stages').set({ used_at: nowMs }).where('id', 'in', ids).execute()
}

/** Finds a paired stage, and whether it has sound. Returns undefined if it is not paired with this session. */
export async function stageIn(db: Db, ssid: string, id: string): Promise<{ sound: boolean } | undefined> {
  const row = await db
    .selectFrom('stages')
    .select('sound')
    .where('id', '=', id)
    .where('session_id', '=', ssid)
    .executeTakeFirst()
  return row && { sound: row.sound === 1 }
}

/** Lists the sessions in which one of these stages has sound. */
export async function sessionsOfSpeakers(db: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('stages')
    .select('session_id')
    .distinct()
    .where('id', 'in', ids)
    .where('sound', '=', 1)
    .execute()
  return rows.flatMap(({ session_id }) => session_id ?? [])
}

/** Lists the stages of a session, the oldest first. @param onSinceMs the stages used since then are on */
export async function stagesOf(db: Db, ssid: string, onSinceMs: number) {
  const rows = await db
    .selectFrom('stages')
    .select(['id', 'number', 'name', 'sound', 'paired_at as pairedAt', 'used_at as usedAt'])
    .where('session_id', '=', ssid)
    .orderBy('paired_at')
    .orderBy('id')
    .execute()
  return rows.map(({ sound, ...stage }) => ({
    ...stage,
    sound: sound === 1,
    isOn: stage.usedAt > onSinceMs,
  }))
}

type NewPairing = { ssid: string; code: string; sound: boolean; number: number; nowMs: number }

/**
 * Pairs the waiting stage that has this code with a session, and deletes the code. The caller has locked the session.
 * @returns the id; undefined if no stage waits with this code
 */
export async function pairStage(
  trx: Trx,
  { ssid, code, sound, number, nowMs }: NewPairing,
): Promise<string | undefined> {
  const paired = await trx
    .updateTable('stages')
    .set({ session_id: ssid, code: null, sound: sound ? 1 : 0, number, paired_at: nowMs, used_at: nowMs })
    .where('code', '=', code)
    .where('code_expires_at', '>', nowMs)
    .returning('id')
    .executeTakeFirst()
  return paired?.id
}

/** Changes the sound and the name of a stage, unless they are undefined. @returns whether the session has the stage */
export async function changeStage(
  db: Db,
  ssid: string,
  id: string,
  { sound, name }: StageChange,
): Promise<boolean> {
  const saved = await db
    .updateTable('stages')
    .set((row) => ({
      sound: sound === undefined ? row.ref('sound') : Number(sound),
      name: name === undefined ? row.ref('name') : name,
    }))
    .where('id', '=', id)
    .where('session_id', '=', ssid)
    .returning('id')
    .executeTakeFirst()
  return saved !== undefined
}

/**
 * Replaces the refresh token of a stage with sound.
 * @param before the encrypted token that the caller read
 * @returns false if another call was faster, or if the stage no longer has sound
 */
export async function saveRefreshToken(
  db: Db,
  { id, before, after }: { id: string; before: string; after: string },
): Promise<boolean> {
  const saved = await db
    .updateTable('stages')
    .set({ refresh_token: after })
    .where('id', '=', id)
    .where('session_id', 'is not', null)
    .where('refresh_token', '=', before)
    .where('sound', '=', 1)
    .returning('id')
    .executeTakeFirst()
  return saved !== undefined
}

/** Reads and removes the refresh token of a stage. */
export async function takeRefreshToken(trx: Trx, id: string): Promise<RemovedStage | undefined> {
  const row = await trx
    .selectFrom('stages')
    .select(['id', 'refresh_token as refreshToken'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  await trx.updateTable('stages').set({ refresh_token: '' }).where('id', '=', id).execute()
  return row
}

/** Removes a stage from a session. @returns undefined if the session does not have it */
export function deleteStage(db: Db, ssid: string, id: string): Promise<RemovedStage | undefined> {
  return db
    .deleteFrom('stages')
    .where('id', '=', id)
    .where('session_id', '=', ssid)
    .returning(['id', 'refresh_token as refreshToken'])
    .executeTakeFirst()
}

/**
 * Deletes stages whose code has expired, whose session was deleted, or which were not used after `unusedSinceMs`.
 * @returns the deleted stages
 */
export function deleteUnused(
  db: Db,
  { nowMs, unusedSinceMs }: { nowMs: number; unusedSinceMs: number },
): Promise<RemovedStage[]> {
  return db
    .deleteFrom('stages')
    .where((row) =>
      row.or([
        row.and([row('session_id', 'is', null), row('code', 'is', null)]),
        row.and([row('session_id', 'is', null), row('code_expires_at', '<=', nowMs)]),
        row('used_at', '<=', unusedSinceMs),
      ]),
    )
    .returning(['id', 'refresh_token as refreshToken'])
    .execute()
}
