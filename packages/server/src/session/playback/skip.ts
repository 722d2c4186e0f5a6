import type { SkipAnswer } from '@jointly/contract'
import { isOver, isSkipped, type Role, skipsAtOnce, skipsPercent, wishAfter } from '@jointly/domain'
import { lockUsersShared } from '../../platform/db/row-locks.ts'
import { transact } from '../../platform/db/transact.ts'
import type { PlayedSong } from '../../songs/played-song.ts'
import type { Presence } from '../presence/presence.ts'
import { isRefused, type Refused, refuse } from '../../platform/refusal.ts'
import { moveWithin, tellMoved } from './move.ts'
import type { PlaybackDeps } from './ports.ts'
import { saveSkipWish, skipWishers } from './skip-store.ts'
import { lockPlayback } from './store.ts'

export type SkipDeps = PlaybackDeps & {
  /** How a person stands to a session they take part in, or why they do not (S2). */
  standing: (ssid: string, userId: string) => Promise<{ role: Role; managed: boolean } | Refused>
  /** The session's threshold, in percent (K2); null where the session is no more. */
  skipPercent: (ssid: string) => Promise<number | null>
}

export type SkipCall = {
  ssid: string
  userId: string
  /** The wish, and the song it is for, else the running one; a bare call toggles (K1). */
  asked: { wish: boolean; songId: string | null } | null
}

/** Notes a skip wish and skips the song when enough wish it, or when the person may do so alone (K1, K2, K3). */
export async function wishSkip(deps: SkipDeps, call: SkipCall): Promise<SkipAnswer | Refused> {
  const { ssid, userId } = call
  const standing = await deps.standing(ssid, userId)
  if (isRefused(standing)) return standing
  const threshold = await deps.skipPercent(ssid)
  const wished = await transact(deps.db, async (trx) => {
    const playback = await lockPlayback(trx, ssid)
    if (!(await lockUsersShared(trx, [userId])).has(userId)) return refuse('unauthenticated')
    const song = runningSong(playback.playing, deps.now())
    if (song === null || threshold === null)
      return { answer: { skips: 0, wish: false, skipped: false }, moved: null }
    const wishers = new Set(await skipWishers(trx, ssid, song.startTime))
    const asked = call.asked && { wish: call.asked.wish, songId: call.asked.songId ?? song.songId }
    const wish = wishAfter(wishers.has(userId), asked, song.songId)
    await saveSkipWish(trx, { ssid, userId, startAt: song.startTime, wish })
    if (wish) wishers.add(userId)
    else wishers.delete(userId)
    const wishes = countOf(deps.presence, ssid, wishers)
    const skipped = wish && (skipsAtOnce(standing.role, standing.managed) || isSkipped(wishes, threshold))
    const moved = skipped ? await moveWithin(trx, deps, playback, 'skip') : null
    return { answer: { skips: skipsPercent(wishes), wish: wish && !skipped, skipped }, moved }
  })
  if (isRefused(wished)) return wished
  const { answer, moved } = wished
  tellMoved(deps.bus, ssid, { touched: [userId, ...(moved?.touched ?? [])] })
  return answer
}

/** Skips the song if the wishes that stand suffice now that someone has left (K2). */
export async function reconsiderSkip(deps: SkipDeps, ssid: string): Promise<void> {
  const threshold = await deps.skipPercent(ssid)
  if (threshold === null || deps.presence.count(ssid) === 0) return
  const moved = await transact(deps.db, async (trx) => {
    const playback = await lockPlayback(trx, ssid)
    const song = runningSong(playback.playing, deps.now())
    if (song === null) return null
    const wishes = countOf(deps.presence, ssid, await skipWishers(trx, ssid, song.startTime))
    return isSkipped(wishes, threshold) ? moveWithin(trx, deps, playback, 'skip') : null
  })
  if (moved) tellMoved(deps.bus, ssid, moved)
}

function runningSong(playing: PlayedSong | null, now: number): PlayedSong | null {
  return playing !== null && !isOver(playing, now) ? playing : null
}

/** How many listen, and how many of them are among those who wish to skip (K1). */
export function countOf(presence: Presence, ssid: string, wishers: Iterable<string>) {
  const here = [...wishers].filter((userId) => presence.has(ssid, userId))
  return { activeCount: presence.count(ssid), wishCount: here.length }
}
