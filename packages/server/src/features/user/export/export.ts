import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Song } from '@jointly/contract'
import type { Db } from '../../../platform/db/tables.ts'
import { refusedSessions } from '../../../session/access/refused-sessions.ts'
import { songsByIds } from '../../../songs/songs.ts'
import { type Refusal, refuse } from '../../../platform/refusal.ts'
import { dateOf } from './export-dates.ts'
import { musicOf, profileOf } from './export-own.ts'
import {
  sessionIdsOf,
  sessionsOf,
  type TitleOf,
  visitsOf,
  votesOf,
  waitingSongsOf,
} from './export-sessions.ts'

export type ExportDeps = {
  db: Db
  /** Returns the current time in epoch milliseconds. */
  now: () => number
}

/**
 * Exports all stored data of a user, with names instead of ids where possible and ISO dates (A7). Secrets such
 * as tokens and hashes are left out.
 */
export async function exportPerson(
  { db, now }: ExportDeps,
  userId: string,
): Promise<Record<string, unknown> | Refusal> {
  const profile = await profileOf(db, userId)
  if (!profile) return refuse('unauthenticated')
  const closed = await refusedSessions(db, userId, await sessionIdsOf(db, userId), now())
  const titleOf: TitleOf = (ssid, title) => (closed.has(ssid) ? closed.get(ssid) || null : title)
  const votes = await votesOf(db, userId, titleOf)
  const waiting = await waitingSongsOf(db, userId, titleOf)
  const visits = await visitsOf(db, userId)
  const songIds = [...votes, ...waiting, ...visits.flatMap(({ songs }) => songs)].map(({ songId }) => songId)
  const known = await songsByIds(db, [...new Set(songIds)])
  const withSong = <T extends { songId: string }>({ songId, ...rest }: T) => ({
    song: songOf(songId, known.get(songId)),
    ...rest,
  })
  const music = await musicOf(db, userId)
  const sessions = await sessionsOf(db, userId, titleOf)
  // A timeline may have thousands of songs. So it is made in its own turn of the event loop, and the text of the answer
  // in another one (O6).
  await nextTurn()
  const timeline = visits.map(({ songs, ...visit }) => ({ ...visit, songs: songs.map(withSong) }))
  await nextTurn()
  return {
    exportedAt: dateOf(now()),
    ...profile,
    ...music,
    ...sessions,
    votes: votes.map(withSong),
    waitingSongs: waiting.map(withSong),
    timeline,
  }
}

/** Returns a song for the export. If the song is no longer stored, the export has only its id. */
function songOf(id: string, song: Song | undefined) {
  return song ? { id, title: song.title, artists: song.artists.map(({ name }) => name) } : { id }
}
