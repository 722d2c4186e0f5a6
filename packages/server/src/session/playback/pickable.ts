import { setImmediate as nextTurn } from 'node:timers/promises'
import { pickableCount, pickableSongs } from '@jointly/domain'
import { loadedAmong, loadedCounts, loadedNotOf } from '../../songs/loaded-songs.ts'
import { PLAYABLE_SERVICE } from './playable.ts'
import { judgedPool } from './pool.ts'
import type { HasFlavor, PlaybackDeps } from './ports.ts'

export type PickableDeps = Pick<PlaybackDeps, 'db' | 'votes' | 'refusedSongs'> & { hasFlavor: HasFlavor }

/**
 * How many songs random mode could pick for each of some people now (P3). The database counts the pools, and only the
 * songs that may be out are looked at; where a flavor judges, every song is.
 *
 * @param recent the songs played last in the session, newest first
 */
export async function countPickable(
  deps: PickableDeps,
  ssid: string,
  people: readonly string[],
  recent: readonly string[],
): Promise<Map<string, number>> {
  const { db } = deps
  const listed = await deps.votes.listed(db, ssid)
  const negative = new Set(listed.filter(({ score }) => score < 0).map(({ songId }) => songId))
  if (await deps.hasFlavor(db, ssid)) return judgeEach(deps, ssid, people, recent, negative)
  const sizes = await loadedCounts(db, people)
  const barred = new Set(negative)
  const suspects = new Map(people.map((id) => [id, new Set<string>()]))
  for (const { userId, songId } of await loadedNotOf(db, people, PLAYABLE_SERVICE)) {
    barred.add(songId)
    suspects.get(userId)?.add(songId)
  }
  for (const { userId, songId } of await loadedAmong(db, people, [...new Set([...recent, ...negative])]))
    suspects.get(userId)?.add(songId)
  return new Map(
    people.map((id) => [
      id,
      pickableCount(sizes.get(id) ?? 0, [...(suspects.get(id) ?? [])], recent, (songId) =>
        barred.has(songId),
      ),
    ]),
  )
}

/** The same by looking at each song: what a flavor refuses is not known to the database. */
async function judgeEach(
  { db, refusedSongs }: PickableDeps,
  ssid: string,
  people: readonly string[],
  recent: readonly string[],
  negative: ReadonlySet<string>,
): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const person of people) {
    // SQLite answers without a pause: whoever waits meanwhile has their turn between two libraries.
    await nextTurn()
    const { ids, isBarred } = await judgedPool(db, refusedSongs, { ssid, person, negative })
    counts.set(person, pickableSongs(ids, recent, isBarred).length)
  }
  return counts
}
