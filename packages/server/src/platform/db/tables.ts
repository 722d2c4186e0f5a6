import type { Kysely, Transaction } from 'kysely'
import type { ClusterTables } from './tables-cluster.ts'
import type { MusicTables } from './tables-music.ts'
import type { PeopleTables } from './tables-people.ts'
import type { PlaybackTables } from './tables-playback.ts'
import type { SessionTables } from './tables-session.ts'

/** Every table. Times are epoch milliseconds unless the name says `_sec`; yes and no are 1 and 0 in both dialects. */
export interface Tables extends PeopleTables, MusicTables, SessionTables, PlaybackTables, ClusterTables {}

/**
 * Where queries run: the database itself, or a transaction of it. A store function takes this as its first argument
 * and uses nothing else, so that it works in both; inside `transact` only its `trx` may be passed on.
 */
export type Db = Kysely<Tables>
export type Trx = Transaction<Tables>
