import type { Database } from '../store/database.ts'
import type { Log } from '../options.ts'
import type { Library } from './library.ts'
export function openMusicFolder(_dir: string, _database: Database, _log: Log): Library {
  throw new Error('being written')
}
