import type { Kysely, Transaction } from 'kysely'
import type { MusicTables } from './tables-music.ts'
import type { PeopleTables } from './tables-people.ts'
import type { PlaybackTables } from './tables-playback.ts'
import type { SessionTables } from './tables-session.ts'

/** All tables. Times are epoch milliseconds unless the name ends with `_sec`. Booleans are 1 and 0. */
export interface Tables extends PeopleTables, MusicTables, SessionTables, PlaybackTables {
  /** The servers that use this database, with the time of their last heartbeat. */
  servers: { id: string; beat_at: number }
}

/** The database or a transaction. Store functions take it as their first argument and run all queries on it. */
export type Db = Kysely<Tables>
export type Trx = Transaction<Tables>
