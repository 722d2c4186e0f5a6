import type { SkipAnswer, SkipBody } from '@jointly/contract'
import { isOver, isSkipped, skipsAtOnce, skipsPercent, skipWishAfter } from '@jointly/domain'
import type * as z from 'zod/mini'
import { lockCallers } from '../../platform/db/row-locks.ts'
import { transact } from '../../platform/db/transact.ts'
import { isRefused, type Refusal } from '../../platform/refusal.ts'
import type { PlayedSong } from '../../songs/played-song.ts'
import { findMembership } from '../access/membership.ts'
import { findSession } from '../access/session-store.ts'
import type { SessionContext } from '../context.ts'
import type { Presence } from '../presence/presence.ts'
import { advanceLocked, publishPlaybackChange } from './advance.ts'
import { saveSkipWish, skipWishers } from './skip-store.ts'
import { lockPlayback } from './store.ts'

export type SkipCall = {
  ssid: string
  userId: string
  /**
   * Whether the user wants to skip, and which song. `songId` is null for the running song, and `asked` is null
   * for a call that reverses the user's wish (K1).
   */
  asked: { wish: boolean; songId: string | null } | null
}

/** Reads the skip wish from the body of a call. */
export function skipWish(body: z.infer<typeof SkipBody>): SkipCall['asked'] {
  return body?.wish === undefined ? null : { wish: body.wish, songId: body.songID ?? null }
}

/**
 * Stores a user's wish to skip. The song is skipped if enough users want that, or if the user may skip alone
 * (K1, K2, K3).
 */
export async function voteSkip(context: SessionContext, call: SkipCall): Promise<SkipAnswer | Refusal> {
  const { ssid, userId } = call
  const { db, now, presence } = context
  const threshold = await skipThreshold(context, ssid)
  const outcome = await transact(db, async (trx) => {
    const playback = await lockPlayback(trx, ssid)
    // The role is read after the lock, because it may change while this call waits for the lock.
    const membership = await findMembership(trx, ssid, userId, now())
    if (isRefused(membership)) return membership
    const refused = (await lockCallers(trx, [userId])).get(userId)
    if (refused) return refused
    const song = runningSong(playback.playing, now())
    if (song === null || threshold === null)
      return { answer: { skips: 0, wish: false, skipped: false }, change: null }
    const wishers = new Set(await skipWishers(trx, ssid, song.startTime))
    const asked = call.asked && { wish: call.asked.wish, songId: call.asked.songId ?? song.songId }
    const wish = skipWishAfter(wishers.has(userId), asked, song.songId)
    await saveSkipWish(trx, { ssid, userId, startAt: song.startTime, wish })
    if (wish) wishers.add(userId)
    else wishers.delete(userId)
    const counts = countWishes(presence, ssid, wishers)
    const skipped = wish && (skipsAtOnce(membership.role, membership.managed) || isSkipped(counts, threshold))
    const change = skipped ? await advanceLocked(trx, context, playback, 'skip') : null
    return { answer: { skips: skipsPercent(counts), wish: wish && !skipped, skipped }, change }
  })
  if (isRefused(outcome)) return outcome
  const { answer, change } = outcome
  publishPlaybackChange(context.bus, ssid, [userId, ...(change?.affectedUsers ?? [])])
  return answer
}

/** Checks again whether enough users want to skip, because a listener left or the threshold changed (K2). */
export async function recheckSkip(context: SessionContext, ssid: string): Promise<void> {
  const { presence } = context
  const threshold = await skipThreshold(context, ssid)
  if (threshold === null || presence.count(ssid) === 0) return
  const change = await transact(context.db, async (trx) => {
    const playback = await lockPlayback(trx, ssid)
    const song = runningSong(playback.playing, context.now())
    if (song === null) return null
    const counts = countWishes(presence, ssid, await skipWishers(trx, ssid, song.startTime))
    return isSkipped(counts, threshold) ? advanceLocked(trx, context, playback, 'skip') : null
  })
  if (change) publishPlaybackChange(context.bus, ssid, change.affectedUsers)
}

/** Counts the listeners, and the skip wishes as a percentage of the listeners (K1). */
export async function countSkips(
  { db, now, presence }: Pick<SessionContext, 'db' | 'now' | 'presence'>,
  ssid: string,
  playing: PlayedSong | null,
): Promise<{ skips: number; listenerCount: number }> {
  const song = runningSong(playing, now())
  const wishers = song === null ? [] : await skipWishers(db, ssid, song.startTime)
  const counts = countWishes(presence, ssid, wishers)
  return { skips: skipsPercent(counts), listenerCount: counts.listenerCount }
}

/** Returns which percentage of the listeners must want to skip (K2). Null if the session does not exist. */
async function skipThreshold({ db, now }: SessionContext, ssid: string): Promise<number | null> {
  return (await findSession(db, ssid, now()))?.skipPercent ?? null
}

function runningSong(playing: PlayedSong | null, now: number): PlayedSong | null {
  return playing !== null && !isOver(playing, now) ? playing : null
}

/**
 * Counts the active users, the listeners, and the active users who want to skip (K1). An active user who wants to
 * skip counts as a listener. If no user plays sound, all active users count as listeners, because a big screen may
 * play for them.
 */
function countWishes(presence: Presence, ssid: string, wishers: Iterable<string>) {
  const activeWishers = [...wishers].filter((userId) => presence.has(ssid, userId))
  const activeCount = presence.count(ssid)
  const isSilent = presence.countListeners(ssid, []) === 0
  const listenerCount = isSilent ? activeCount : presence.countListeners(ssid, activeWishers)
  return { activeCount, listenerCount, wishCount: activeWishers.length }
}
