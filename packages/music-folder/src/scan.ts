import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isFileSystemError, type Log, type ScanState, TemporaryError } from '@jointly/music-library'
import type { PlaylistFile, Song } from './folder-catalogue.ts'
import { inBatches } from './in-batches.ts'
import { maxPlaylistBytes, parseM3u, playlistText } from './m3u.ts'
import { isGone, type Listing, listMusic, type MusicFile, resolveInside } from './music-files.ts'
import { cleanTags, readTags } from './song-tags.ts'
import type { TagCache, TagResult } from './tag-cache.ts'

const maxReaders = 4
/** The tags are stored after each group of this many files, so that a restart loses little work. */
const saveEvery = 100
/** The number of unreadable files whose names are logged. The others are only counted. */
const maxNamedFiles = 100
/** The largest number of entries in all playlist files together. */
const maxPlaylistEntries = 200_000

export type ScanResult = {
  readonly songs: readonly Song[]
  readonly playlistFiles: readonly PlaylistFile[]
  /** The listed song files. */
  readonly files: readonly MusicFile[]
  /** The picture file by the path of its folder. `''` is the root. */
  readonly covers: ReadonlyMap<string, MusicFile>
  /** Whether every file and folder could be read. */
  readonly isComplete: boolean
}

type Options = {
  readonly root: string
  /** The paths with which a playlist file may name the folder: without links, and as the operator set it. */
  readonly rootNames: readonly string[]
  readonly cache: TagCache
  readonly log: Log
  readonly onProgress: (state: ScanState) => void
  /** Receives the listed songs before new and changed files are read. Changed files have their earlier tags. */
  readonly onListed: (result: ScanResult) => Promise<void>
  /** Receives the songs found so far, several times during a long scan. */
  readonly onPartialResult: (result: ScanResult) => Promise<void>
  readonly isStopped: () => boolean
}

/**
 * Lists the folder, and reads the tags of new and changed files, a few at a time. The tags of all other files are in
 * the cache. Unreadable files are left out, and the log names them. Songs whose folder cannot be listed keep their tags
 * of the cache.
 * @throws when the folder itself cannot be listed, or is empty although songs of it are known
 */
export async function scanMusic(options: Options): Promise<ScanResult> {
  const { root, rootNames, cache, log, onProgress, onListed, onPartialResult, isStopped } = options
  onProgress({ phase: 'listing', done: 0, total: 0, broken: 0 })
  const warnings = createFileWarnings(log)
  const listing = await list(options, warnings)
  const songs: Song[] = []
  let broken = 0
  let failed = 0
  const onSkip = (file: string, reason: string): void =>
    warnings.add('a playlist file is left out', { file, reason })
  const playlistFiles = await readPlaylists({ root, rootNames }, listing.playlists, onSkip, (file, error) => {
    failed += 1
    onSkip(file, String(error))
  })
  const addResult = (path: string, result: TagResult): void => {
    if ('tags' in result) songs.push({ path, tags: cleanTags(result.tags) })
    else broken += 1
  }
  const keyOf = (file: { readonly path: string }): string => `${root}/${file.path}`
  const unread: MusicFile[] = []
  for await (const file of inBatches(listing.songs)) {
    const cached = cache.find(keyOf(file), file)
    if (cached === undefined) unread.push(file)
    else addResult(file.path, cached)
  }
  // These songs stay in the library until their files are read again, or as long as their files cannot be read (B9).
  const outdated = new Map<string, Song>()
  const keepOutdated = async (keys: readonly string[]): Promise<void> => {
    for await (const key of inBatches(keys)) {
      const tags = cache.findOutdated(key)
      const path = key.slice(root.length + 1)
      if (tags !== undefined) outdated.set(path, { path, tags: cleanTags(tags) })
    }
  }
  await keepOutdated(unread.map(keyOf))
  for (const unreadable of listing.unreadable) await keepOutdated(cache.keysBelow(`${root}/${unreadable}`))
  const total = listing.songs.length
  const result = (): ScanResult => ({
    songs: [...songs, ...outdated.values()],
    playlistFiles,
    files: listing.songs,
    covers: listing.covers,
    isComplete: listing.unreadable.length + failed === 0,
  })
  const reportProgress = () => onProgress({ phase: 'reading', done: songs.length + broken, total, broken })

  await onListed(result())
  if (unread.length > 0) log('info', `reading ${unread.length} of ${total} music files`)
  const steps = progressSteps(unread.length)
  const unsaved: { key: string; file: MusicFile; result: TagResult }[] = []
  let read = 0
  await readEach(root, unread, isStopped, async (file, { result: tags, mustReadAgain }) => {
    if ('broken' in tags)
      warnings.add('a music file cannot be read', { file: file.path, reason: tags.broken })
    if (mustReadAgain) failed += 1
    else unsaved.push({ key: keyOf(file), file, result: tags })
    // The next scan reads the file again. Until then, the song keeps its earlier tags.
    if (!mustReadAgain || !outdated.has(file.path)) {
      outdated.delete(file.path)
      addResult(file.path, tags)
    }
    read += 1
    reportProgress()
    if (unsaved.length >= saveEvery) cache.save(unsaved.splice(0))
    if (!steps.has(read)) return
    log('info', `read ${read} of ${unread.length} music files`)
    await onPartialResult(result())
  })
  if (isStopped()) return result()
  cache.save(unsaved.splice(0))
  warnings.logRemaining()
  await cache.deleteExcept(`${root}/`, new Set([...listing.songs, ...outdated.values()].map(keyOf)))
  reportProgress()
  return result()
}

/**
 * Lists the folder, and logs what is left out.
 * @throws when the folder itself cannot be listed, or is empty although songs of it are known
 */
async function list(
  { root, cache, log }: Options,
  warnings: ReturnType<typeof createFileWarnings>,
): Promise<Listing> {
  const listing = await listMusic(root, (path, reason) =>
    warnings.add('a part of the music folder cannot be read; its songs stay as they were', {
      path,
      reason,
    }),
  )
  // The place of a disk that is not mounted is an empty folder.
  if ((await readdir(root)).length === 0 && cache.keysBelow(root).length > 0)
    throw new Error('it is empty, but its songs are known. If they were deleted, put any file into it')
  if (listing.undecodable > 0)
    log('warn', `music files and folders whose names are not UTF-8 are left out: ${listing.undecodable}`)
  return listing
}

async function forEachConcurrently<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values()
  const worker = async (): Promise<void> => {
    for (const item of queue) await work(item)
  }
  await Promise.all(Array.from({ length: maxReaders }, worker))
}

type FileTags = {
  readonly result: TagResult
  /** Whether another file ended the reader. */
  readonly isInterrupted: boolean
  /** Whether the next scan must try again, because the file could not be read (B9). */
  readonly mustReadAgain: boolean
}

/**
 * Reads the tags of files, a few at the same time. A broken file may end the reader of the others. So these files are
 * read again one after the other, because a file that ends the reader alone is the broken one.
 */
async function readEach(
  root: string,
  files: readonly MusicFile[],
  isStopped: () => boolean,
  onRead: (file: MusicFile, read: FileTags) => Promise<void>,
): Promise<void> {
  const interrupted: MusicFile[] = []
  await forEachConcurrently(files, async (file) => {
    if (isStopped()) return
    const read = await readFileTags(root, file.path)
    if (read.isInterrupted) interrupted.push(file)
    else await onRead(file, read)
  })
  for (const file of interrupted) if (!isStopped()) await onRead(file, await readFileTags(root, file.path))
}

async function readFileTags(root: string, path: string): Promise<FileTags> {
  const absolute = await resolveInside(root, path)
  if (absolute === undefined) return { result: { broken: 'gone' }, isInterrupted: false, mustReadAgain: true }
  try {
    const tags = await readTags(absolute, path)
    return { result: { tags }, isInterrupted: false, mustReadAgain: false }
  } catch (error) {
    const broken = error instanceof Error ? error.message : String(error)
    const isInterrupted = error instanceof TemporaryError
    return { result: { broken }, isInterrupted, mustReadAgain: isInterrupted || isFileSystemError(error) }
  }
}

/** Logs the first hundred unreadable files of a scan, and then the number of the others. */
function createFileWarnings(log: Log) {
  let count = 0
  return {
    add(message: string, details: Readonly<Record<string, string>>): void {
      count += 1
      if (count <= maxNamedFiles) log('warn', message, details)
    },
    logRemaining(): void {
      const remaining = count - maxNamedFiles
      if (remaining > 0) log('warn', `${remaining} more files or folders of the music cannot be read`)
    },
  }
}

/** Reads the playlist files one after the other, up to `maxPlaylistEntries` entries. */
async function readPlaylists(
  { root, rootNames }: Pick<Options, 'root' | 'rootNames'>,
  files: readonly MusicFile[],
  onSkip: (path: string, reason: string) => void,
  onUnreadable: (path: string, error: unknown) => void,
): Promise<readonly PlaylistFile[]> {
  const lists: PlaylistFile[] = []
  let entryCount = 0
  for (const { path, size } of files) {
    if (size > maxPlaylistBytes) {
      onSkip(path, `it has more than ${maxPlaylistBytes} bytes`)
      continue
    }
    if (entryCount > maxPlaylistEntries) {
      onSkip(path, `those before it have ${maxPlaylistEntries} entries together`)
      continue
    }
    const bytes = await readFile(join(root, path)).catch((error: unknown) => {
      if (!isGone(error)) onUnreadable(path, error)
    })
    if (bytes === undefined) continue
    const list = { path, ...parseM3u(playlistText(bytes), path, rootNames) }
    // An empty file counts as one entry, so that the number of files has a limit too.
    entryCount += list.entries.length + 1
    lists.push(list)
  }
  return lists
}

/**
 * Returns the numbers of read files at which the progress is logged: each tenth of `count`. With less than fifty files,
 * no progress is logged.
 */
const progressSteps = (count: number): ReadonlySet<number> =>
  new Set(count < 50 ? [] : Array.from({ length: 9 }, (_, tenth) => Math.floor((count * (tenth + 1)) / 10)))
