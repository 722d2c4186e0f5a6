import type { FoundSong } from '@jointly/contract'
import { isRefused, type Refused } from '../../platform/refusal.ts'
import { flavorRefusals } from '../access/flavor.ts'
import { findMembership } from '../access/membership.ts'
import type { SessionContext } from '../context.ts'
import { listedSongs } from '../votes/store.ts'

/**
 * Marks songs that are on a session's vote list or that its flavor (song rules) refuses (D7, F3). Without a
 * session, the songs are returned unmarked.
 */
export async function markFoundSongs(
  { db, now }: Pick<SessionContext, 'db' | 'now'>,
  { ssid, userId }: { ssid: string | undefined; userId: string },
  songs: readonly FoundSong[],
): Promise<FoundSong[] | Refused> {
  if (ssid === undefined) return [...songs]
  const membership = await findMembership(db, ssid, userId, now())
  if (isRefused(membership)) return membership
  const listed = new Set((await listedSongs(db, ssid)).map(({ songId }) => songId))
  const refusals = await flavorRefusals(db, membership, songs)
  return songs.map((song) => {
    const refusedBy = refusals.get(song.id)
    return {
      ...song,
      listed: listed.has(song.id),
      refused: refusals.has(song.id),
      ...(refusedBy && { refusedBy }),
    }
  })
}
