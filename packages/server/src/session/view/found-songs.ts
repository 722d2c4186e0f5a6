import type { FoundSong } from '@jointly/contract'
import { isRefused, type Refusal } from '../../platform/refusal.ts'
import { type SongRefusal, songRefusals } from '../access/song-refusals.ts'
import { findMembership } from '../access/membership.ts'
import type { SessionContext } from '../context.ts'
import { listedSongs } from '../votes/store.ts'

/**
 * Marks which songs of a search are on a session's vote list, and which songs its flavor or a rule of its host refuses
 * (D7, F3, H5). Without a session, the songs are returned unmarked.
 */
export async function markFoundSongs(
  { db, now }: Pick<SessionContext, 'db' | 'now'>,
  { ssid, userId }: { ssid: string | undefined; userId: string },
  songs: readonly FoundSong[],
): Promise<FoundSong[] | Refusal> {
  if (ssid === undefined) return [...songs]
  const membership = await findMembership(db, ssid, userId, now())
  if (isRefused(membership)) return membership
  const listed = new Set((await listedSongs(db, ssid)).map(({ songId }) => songId))
  const refusals = await songRefusals(db, membership, songs)
  return songs.map((song) => {
    const refusal = refusals.get(song.id)
    return {
      ...song,
      listed: listed.has(song.id),
      refused: refusal !== undefined,
      ...(refusal && presentRefusal(refusal)),
    }
  })
}

/** Converts the reason of a refusal to the form that clients get. */
export function presentRefusal(refusal: SongRefusal): Pick<FoundSong, 'refusedBy' | 'refusedRule'> {
  if (refusal.kind === 'rule') return { refusedRule: refusal.rule }
  return refusal.item ? { refusedBy: refusal.item } : {}
}
