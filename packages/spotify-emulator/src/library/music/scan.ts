import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '../../options.ts'
import type { ScanState } from '../library.ts'
import type { Reading, TagCache } from './cache.ts'
import type { NamedPlaylistFile, Song } from './catalogue.ts'
import { type FoundFile, insideRoot, type Listing, listMusic } from './files.ts'
import { parseM3u, playlistText } from './m3u.ts'
import { readTags } from './tags.ts'

const readersAtOnce = 4
const saveEvery = 100
const mostBrokenListed = 100

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
  readonly soFar: (found: Found) => void
  readonly stopped: () => boolean
}

/**
 * Reads the folder: lists it, takes unchanged files from the cache, reads the tags of the others, a few at a time.
 * A broken file is named in the log once and left out.
 */
export async function scanMusic({ root, cache, log, progress, soFar, stopped }: Scan): Promise<Found> {
  progress({ phase: 'listing', done: 0, total: 0, broken: [] })
  const listing = await listMusic(root, (folder, reason) =>
    log('warn', 'cannot read a music folder', { folder, reason }),
  )
  const playlistFiles = await readPlaylists(root, listing.playlists)
  const songs: Song[] = []
  const broken: { path: string; reason: string }[] = []
  const unsaved: { key: string; file: FoundFile; reading: Reading }[] = []
  const keyOf = (file: FoundFile): string => `${root}/${file.path}`

  const take = (path: string, reading: Reading): void => {
    if ('tags' in reading) songs.push({ path, tags: reading.tags })
    else broken.push({ path, reason: reading.broken })
  }
  const unread: FoundFile[] = []
  for (const file of listing.songs) {
    const known = cache.find(keyOf(file), file)
    if (known === undefined) unread.push(file)
    else take(file.path, known)
  }
  const total = listing.songs.length
  const found = (): Found => ({ songs, playlistFiles, listing })
  const told = (phase: 'reading' | 'ready') =>
    progress({ phase, done: songs.length + broken.length, total, broken: broken.slice(-mostBrokenListed) })
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
        log('warn', 'a music file cannot be read', { file: file.path, reason: reading.broken })
      unsaved.push({ key: keyOf(file), file, reading })
      take(file.path, reading)
      read += 1
      told('reading')
      if (unsaved.length >= saveEvery) save()
      if (steps.has(read)) {
        log('info', `read ${read} of ${unread.length} music files`)
        soFar(found())
      }
    }
  }
  await Promise.all(Array.from({ length: readersAtOnce }, reader))
  if (stopped()) return found()
  save()
  cache.keepOnly(`${root}/`, new Set(listing.songs.map(keyOf)))
  told('ready')
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

async function readPlaylists(
  root: string,
  files: readonly FoundFile[],
): Promise<readonly NamedPlaylistFile[]> {
  const read = files
    .filter((file) => file.size < 5_000_000)
    .map(async ({ path }): Promise<NamedPlaylistFile | null> => {
      const bytes = await readFile(join(root, path)).catch(() => null)
      return bytes === null ? null : { path, ...parseM3u(playlistText(bytes), path, root) }
    })
  return (await Promise.all(read)).filter((list) => list !== null)
}

/** After how many files to say something: each tenth, from fifty files on. */
const progressSteps = (count: number): ReadonlySet<number> =>
  new Set(count < 50 ? [] : Array.from({ length: 9 }, (_, tenth) => Math.floor((count * (tenth + 1)) / 10)))
