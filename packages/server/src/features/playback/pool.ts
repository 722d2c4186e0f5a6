import type { Song } from '@jointly/contract'
import type { Db } from '../../db/tables.ts'
import { loadedSongs } from '../../library/loaded-songs.ts'
import { songsByIds } from '../../library/songs.ts'
import { isPlayable } from './playable.ts'
import type { RefusedSongs } from './ports.ts'

/** All songs that a person has loaded, and which of them random mode may not pick in a session, whenever they played. */
export type Pool = {
  ids: string[]
  songs: Map<string, Song>
  isBarred(songId: string): boolean
}

/** @param negative the songs with a negative score (P3) */
export async function judgedPool(
  db: Db,
  refusedSongs: RefusedSongs,
  { ssid, person, negative }: { ssid: string; person: string; negative: ReadonlySet<string> },
): Promise<Pool> {
  const ids = await loadedSongs(db, person)
  const songs = await songsByIds(db, ids)
  const refused = await refusedSongs(db, ssid, [...songs.values()])
  const isBarred = (songId: string): boolean => {
    const song = songs.get(songId)
    return !song || !isPlayable(song) || negative.has(songId) || refused.has(songId)
  }
  return { ids, songs, isBarred }
}
