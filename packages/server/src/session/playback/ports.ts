import type { ListedSong } from '@jointly/domain'
import type { Db } from '../../platform/db/tables.ts'
import type { Bus } from '../../platform/event-bus.ts'
import type { Presence } from '../presence/presence.ts'

/** The vote list, as far as a choice reads and changes it. */
export type VoteListPort = {
  listed(db: Db, ssid: string): Promise<Omit<ListedSong, 'refused'>[]>
  /** @returns whose votes were spent */
  spend(db: Db, ssid: string, songId: string): Promise<string[]>
  noteOvertaken(db: Db, ssid: string, songIds: readonly string[]): Promise<void>
}

/** Which of these songs the flavor of a session refuses (F2). */
export type RefusedSongs = (db: Db, ssid: string, songIds: readonly string[]) => Promise<ReadonlySet<string>>

/** Whether a session refuses any songs by its flavor (F2). */
export type HasFlavor = (db: Db, ssid: string) => Promise<boolean>

/** Notes who heard a song (T1). */
export type NoteHeard = (
  db: Db,
  heard: { ssid: string; songId: string; startAt: number; userIds: readonly string[] },
) => Promise<void>

export type PlaybackDeps = {
  db: Db
  now: () => number
  chance: () => number
  bus: Bus
  presence: Presence
  votes: VoteListPort
  refusedSongs: RefusedSongs
  noteHeard: NoteHeard
}
