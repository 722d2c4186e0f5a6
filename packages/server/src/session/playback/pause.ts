import { afterPause, announceTime, endOf, isOver, isPaused, mayPause } from '@jointly/domain'
import { transact } from '../../platform/db/transact.ts'
import type { Trx } from '../../platform/db/tables.ts'
import { isRefused, type Refusal, refuse } from '../../platform/refusal.ts'
import { findMembership } from '../access/membership.ts'
import type { SessionContext } from '../context.ts'
import { movePlayed, moveSaved } from '../timeline/store.ts'
import { advanceLocked, publishPlaybackChange } from './advance.ts'
import { moveSkipWishes } from './skip-store.ts'
import { lockPlayback, type Playback, savePlayback } from './store.ts'

type PauseCall = { ssid: string; userId: string; paused: boolean }

/**
 * Pauses or resumes the music for everyone (H8). A repeated call changes nothing, so two people may press at once.
 * @returns whether the session is paused after the call; false if nothing plays
 */
export async function setPaused(
  context: SessionContext,
  { ssid, userId, paused }: PauseCall,
): Promise<{ paused: boolean } | Refusal> {
  const { db, now, bus } = context
  const outcome = await transact(db, async (trx) => {
    const locked = await lockPlayback(trx, ssid)
    // The role is read after the lock, because it may change while this call waits for the lock.
    const membership = await findMembership(trx, ssid, userId, now())
    if (isRefused(membership)) return membership
    if (!mayPause(membership.role)) return refuse('forbidden')
    // If it is time for the next song, that song starts before the pause, so that the right song is paused.
    const due = await advanceLocked(trx, context, locked, 'due')
    const before = due.playback
    const after = paused ? pause(before, userId, now()) : resume(before, now())
    if (after === before || !(await savePlayback(trx, before, after))) return due
    if (!paused) await moveStart(trx, before, after)
    return { playback: after, affectedUsers: due.affectedUsers }
  })
  if (isRefused(outcome)) return outcome
  publishPlaybackChange(bus, ssid, outcome.affectedUsers)
  return { paused: isPaused(outcome.playback.playing) }
}

/** Returns the playback with a paused song, or the same object if there is nothing to pause. */
function pause(before: Playback, userId: string, now: number): Playback {
  const { playing } = before
  if (playing === null || isPaused(playing) || isOver(playing, now)) return before
  return { ...before, playing: { ...playing, pausedAt: now, pausedBy: userId }, dueAt: null }
}

/**
 * Returns the playback in which the paused song continues at its position. The announced song starts later by the same
 * time.
 */
function resume(before: Playback, now: number): Playback {
  const pausedAt = before.playing?.pausedAt ?? null
  if (before.playing === null || pausedAt === null) return before
  const playing = { ...afterPause(before.playing, now - pausedAt), pausedBy: null }
  const next = before.next && afterPause(before.next, now - pausedAt)
  return { ...before, playing, next, dueAt: next ? endOf(playing) : announceTime(playing) }
}

/**
 * Updates the rows that refer to the song by its start time: skip wishes (K1), the timeline (T1) and saved playlists
 * (T4).
 */
async function moveStart(trx: Trx, before: Playback, after: Playback): Promise<void> {
  if (!before.playing || !after.playing) return
  const { ssid } = before
  const moment = { from: before.playing.startTime, to: after.playing.startTime }
  await moveSkipWishes(trx, ssid, moment)
  await movePlayed(trx, ssid, moment)
  await moveSaved(trx, ssid, moment)
}
