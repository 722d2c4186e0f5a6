import type { Db } from '../../platform/db/tables.ts'
import { loadedSongs } from '../../songs/loaded-songs.ts'
import { songFacts } from '../../songs/songs.ts'
import { isPlayable } from './playable.ts'
import type { RefusedSongs } from './ports.ts'

/** All songs that a person has loaded, and which of them random mode may not pick in a session, whenever they played. */
export type Pool = {
  ids: string[]
  isBarred(songId: string): boolean
}

/** @param negative the songs with a negative score (P3) */
export async function judgedPool(
  db: Db,
  refusedSongs: RefusedSongs,
  { ssid, person, negative }: { ssid: string; person: string; negative: ReadonlySet<string> },
): Promise<Pool> {
  const ids = await loadedSongs(db, person)
  const facts = await songFacts(db, ids)
  const refused = await refusedSongs(db, ssid, ids)
  const isBarred = (songId: string): boolean => {
    const known = facts.get(songId)
    return !known || !isPlayable(known) || negative.has(songId) || refused.has(songId)
  }
  return { ids, isBarred }
}
