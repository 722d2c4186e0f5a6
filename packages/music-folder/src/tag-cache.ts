import * as z from 'zod/mini'
import type { DatabaseSync } from 'node:sqlite'
import type { FoundFile } from './files.ts'
import { SongTags } from './tags.ts'

/** What reading a file gave: its tags, or why it is broken. */
const Reading = z.union([z.object({ tags: SongTags }), z.object({ broken: z.string() })])
export type Reading = z.infer<typeof Reading>

/** The database of the provider, which holds the cache in a table of its own. */
export type TagDatabase = {
  readonly sql: DatabaseSync
  transaction<T>(work: () => T): T
}

const table = `create table if not exists music_files (
  path text primary key, mtime_ms integer not null, size integer not null, json text not null)`

export type TagCache = ReturnType<typeof createTagCache>

/** Remembers what was read from each file until its size or time of change differ, also over restarts. */
export function createTagCache({ sql, transaction }: TagDatabase) {
  sql.exec(table)
  const select = sql.prepare('select json from music_files where path = ? and mtime_ms = ? and size = ?')
  const upsert = sql.prepare(
    `insert into music_files (path, mtime_ms, size, json) values (?, ?, ?, ?)
     on conflict (path) do update set mtime_ms = excluded.mtime_ms, size = excluded.size, json = excluded.json`,
  )
  const paths = sql.prepare('select path from music_files')
  const remove = sql.prepare('delete from music_files where path = ?')

  return {
    find(key: string, file: FoundFile): Reading | undefined {
      const row = select.get(key, file.mtimeMs, file.size)
      if (row === undefined) return undefined
      const reading = Reading.safeParse(JSON.parse(String(row['json'])))
      return reading.success ? reading.data : undefined
    },
    /** Several at once, since each transaction waits for the disk. */
    save(
      readings: readonly { readonly key: string; readonly file: FoundFile; readonly reading: Reading }[],
    ): void {
      transaction(() => {
        for (const { key, file, reading } of readings)
          upsert.run(key, file.mtimeMs, file.size, JSON.stringify(reading))
      })
    },
    /** Forgets files of this folder that are gone. */
    keepOnly(prefix: string, keys: ReadonlySet<string>): void {
      transaction(() => {
        for (const row of paths.all()) {
          const path = String(row['path'])
          if (path.startsWith(prefix) && !keys.has(path)) remove.run(path)
        }
      })
    },
  }
}
