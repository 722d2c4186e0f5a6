import * as z from 'zod/mini'
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import { setImmediate as yieldToOtherWork } from 'node:timers/promises'
import type { MusicFile } from './music-files.ts'
import { SongTags } from './song-tags.ts'

/** The tags of a file, or the reason why the file cannot be read. */
const TagResult = z.union([z.object({ tags: SongTags }), z.object({ broken: z.string() })])
export type TagResult = z.infer<typeof TagResult>

/** The version of the code that reads tags. Files are read again if their stored tags have another version. */
const readerVersion = 6
const Stored = z.intersection(TagResult, z.object({ readerVersion: z.literal(readerVersion) }))

/** The number of entries that are checked between two pauses for other work. */
const pageSize = 500

/** The database of the provider, in which the cache has its own table. */
export type TagDatabase = {
  readonly sql: DatabaseSync
  transaction<T>(work: () => T): T
}

const table = `create table if not exists music_files (
  path text primary key, mtime_ms integer not null, size integer not null, json text not null)`

export type TagCache = ReturnType<typeof createTagCache>

/** Stores the tags of each file until its size or modification time changes. */
export function createTagCache({ sql, transaction }: TagDatabase) {
  sql.exec(table)
  const select = sql.prepare('select json from music_files where path = ? and mtime_ms = ? and size = ?')
  const selectOutdated = sql.prepare('select json from music_files where path = ?')
  // The keys of the files below a folder begin with its key and a slash, and '0' is the character after the slash.
  const selectBelow = sql.prepare(
    "select path from music_files where path = ?1 or (path > ?1 || '/' and path < ?1 || '0')",
  )
  const upsert = sql.prepare(
    `insert into music_files (path, mtime_ms, size, json) values (?, ?, ?, ?)
     on conflict (path) do update set mtime_ms = excluded.mtime_ms, size = excluded.size, json = excluded.json`,
  )
  const selectAfter = sql.prepare('select path from music_files where path > ? order by path limit ?')
  const remove = sql.prepare('delete from music_files where path = ?')

  return {
    find(key: string, file: MusicFile): TagResult | undefined {
      const row = select.get(key, file.mtimeMs, file.size)
      if (row === undefined) return undefined
      const result = Stored.safeParse(JSON.parse(String(row['json'])))
      return result.success ? result.data : undefined
    },
    /** Finds tags that an earlier version of the file or of this program stored. They may be wrong. */
    findOutdated(key: string): SongTags | undefined {
      return tagsIn(selectOutdated.get(key)?.['json'])
    },
    /** Returns the stored keys of a file, or of all files below a folder. */
    keysBelow(key: string): readonly string[] {
      return selectBelow.all(key).map(keyIn)
    },
    /** Saves several entries in one transaction, because each transaction waits for the disk. */
    save(
      entries: readonly { readonly key: string; readonly file: MusicFile; readonly result: TagResult }[],
    ): void {
      transaction(() => {
        for (const { key, file, result } of entries)
          upsert.run(key, file.mtimeMs, file.size, JSON.stringify({ ...result, readerVersion }))
      })
    },
    /** Deletes the entries whose key begins with `prefix` and is not in `keys`, with pauses for other work (B9). */
    async deleteExcept(prefix: string, keys: ReadonlySet<string>): Promise<void> {
      let last: string | undefined = prefix
      while (last !== undefined) {
        const page: readonly string[] = selectAfter
          .all(last, pageSize)
          .map(keyIn)
          .filter((key) => key.startsWith(prefix))
        transaction(() => {
          for (const key of page) if (!keys.has(key)) remove.run(key)
        })
        last = page.at(-1)
        await yieldToOtherWork()
      }
    },
  }
}

const keyIn = (row: Record<string, SQLOutputValue>): string => String(row['path'])

/** Returns the tags in a stored text, if it has some. They may be of an earlier version. */
function tagsIn(json: SQLOutputValue | undefined): SongTags | undefined {
  const result = TagResult.safeParse(JSON.parse(String(json ?? null)))
  return result.success && 'tags' in result.data ? result.data.tags : undefined
}
