import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log, ScanState } from '@jointly/music-library'
import type { Reading, TagCache } from './tag-cache.ts'
import type { NamedPlaylistFile, Song } from './folder-catalogue.ts'
import { type FoundFile, insideRoot, type Listing, listMusic } from './files.ts'
import { mostPlaylistBytes, parseM3u, playlistText } from './m3u.ts'
import { readTags, shownTags } from './tags.ts'

const readersAtOnce = 4
const saveEvery = 100
/** So many files are named in the log at each reading; of the others it says how many there are. */
const mostNamed = 100
/** Of all playlist files together. */
const mostListEntries = 200_000

export type Found = {
  readonly songs: readonly Song[]
  readonly playlistFiles: readonly NamedPlaylistFile[]
  readonly listing: Listing
}

type Scan = {
  readonly root: string
  readonly cache: TagCache
  readonly log: Log
  /** Hears about every step, for the progress people see. */
  readonly progress: (state: ScanState) => void
  /** What is readable so far, now and then, so that a long first reading is no long silence. */
  readonly soFar: (found: Found) => Promise<void>
  readonly stopped: () => boolean
}

/**
 * Reads the folder: lists it, takes unchanged files from the cache, reads the tags of the others, a few at a time.
 * A broken file is named in the log once and left out.
 */
export async function scanMusic({ root, cache, log, progress, soFar, stopped }: Scan): Promise<Found> {
  progress({ phase: 'listing', done: 0, total: 0, broken: 0 })
  const named = createNaming(log)
  const listing = await listMusic(root, (folder, reason) =>
    named('cannot read a music folder', { folder, reason }),
  )
  const playlistFiles = await readPlaylists(root, listing.playlists, (file, reason) =>
    named('a playlist file is left out', { file, reason }),
  )
  const songs: Song[] = []
  let broken = 0
  const unsaved: { key: string; file: FoundFile; reading: Reading }[] = []
  const keyOf = (file: FoundFile): string => `${root}/${file.path}`

  const take = (path: string, reading: Reading): void => {
    if ('tags' in reading) songs.push({ path, tags: shownTags(reading.tags) })
    else broken += 1
  }
  const unread: FoundFile[] = []
  for (const file of listing.songs) {
    const known = cache.find(keyOf(file), file)
    if (known === undefined) unread.push(file)
    else take(file.path, known)
  }
  const total = listing.songs.length
  const found = (): Found => ({ songs, playlistFiles, listing })
  const report = () => progress({ phase: 'reading', done: songs.length + broken, total, broken })
  const save = (): void => cache.save(unsaved.splice(0))

  if (unread.length > 0) log('info', `reading ${unread.length} of ${total} music files`)
  const steps = progressSteps(unread.length)
  let read = 0
  const queue = unread.values()
  const reader = async (): Promise<void> => {
    for (const file of queue) {
      if (stopped()) return
      const reading = await readOne(root, file.path)
      if ('broken' in reading)
        named('a music file cannot be read', { file: file.path, reason: reading.broken })
      unsaved.push({ key: keyOf(file), file, reading })
      take(file.path, reading)
      read += 1
      report()
      if (unsaved.length >= saveEvery) save()
      if (steps.has(read)) {
        log('info', `read ${read} of ${unread.length} music files`)
        await soFar(found())
      }
    }
  }
  await Promise.all(Array.from({ length: readersAtOnce }, reader))
  if (stopped()) return found()
  save()
  named.end()
  cache.keepOnly(`${root}/`, new Set(listing.songs.map(keyOf)))
  report()
  return found()
}

async function readOne(root: string, path: string): Promise<Reading> {
  const absolute = await insideRoot(root, path)
  if (absolute === undefined) return { broken: 'gone' }
  try {
    return { tags: await readTags(absolute, path) }
  } catch (error) {
    return { broken: error instanceof Error ? error.message : String(error) }
  }
}

/** Names files in the log, the first hundred of a reading. */
function createNaming(log: Log) {
  let count = 0
  const name = (message: string, details: Readonly<Record<string, string>>): void => {
    count += 1
    if (count <= mostNamed) log('warn', message, details)
  }
  /** Says how many were not named. */
  const end = (): void => {
    if (count > mostNamed)
      log('warn', `${count - mostNamed} more files or folders of the music cannot be read`)
  }
  return Object.assign(name, { end })
}

/** One after the other: together they hold no more than one file and `mostListEntries` entries. */
async function readPlaylists(
  root: string,
  files: readonly FoundFile[],
  leftOut: (path: string, reason: string) => void,
): Promise<readonly NamedPlaylistFile[]> {
  const lists: NamedPlaylistFile[] = []
  let entryCount = 0
  for (const { path, size } of files) {
    if (size > mostPlaylistBytes) {
      leftOut(path, `it has more than ${mostPlaylistBytes} bytes`)
      continue
    }
    if (entryCount > mostListEntries) {
      leftOut(path, `those before it have ${mostListEntries} entries together`)
      continue
    }
    const bytes = await readFile(join(root, path)).catch(() => null)
    if (bytes === null) continue
    const list = { path, ...parseM3u(playlistText(bytes), path, root) }
    // An empty file counts too, or there could be any number of them.
    entryCount += list.entries.length + 1
    lists.push(list)
  }
  return lists
}

/** After how many files to say something: each tenth, from fifty files on. */
const progressSteps = (count: number): ReadonlySet<number> =>
  new Set(count < 50 ? [] : Array.from({ length: 9 }, (_, tenth) => Math.floor((count * (tenth + 1)) / 10)))
