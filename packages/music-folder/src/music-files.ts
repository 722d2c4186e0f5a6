import { constants, type Stats } from 'node:fs'
import { lstat, open, readdir, realpath } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { type AudioSource, TemporaryError } from '@jointly/music-library'
import type { PacketCache } from './packets/packet-cache.ts'

const collator = new Intl.Collator('en', { numeric: true })

/** The media types of playable files. */
const audioTypes: Readonly<Record<string, string>> = {
  '.mp3': 'audio/mpeg',
  '.flac': 'audio/flac',
  '.ogg': 'audio/ogg',
  '.oga': 'audio/ogg',
  '.opus': 'audio/ogg',
  '.m4a': 'audio/mp4',
  '.wav': 'audio/wav',
}

/** A file below the music folder. `path` is relative to the folder, with `/` on every system. */
export type MusicFile = { readonly path: string; readonly mtimeMs: number; readonly size: number }

export type Listing = {
  readonly songs: readonly MusicFile[]
  readonly playlists: readonly MusicFile[]
  /** The picture file of each folder that has one, by the path of the folder. `''` is the root. */
  readonly covers: ReadonlyMap<string, MusicFile>
  /** The number of songs, playlists and folders that cannot be opened, because their names are not UTF-8. */
  readonly undecodable: number
  /** The paths of the files and folders that exist, but that the file system did not give. */
  readonly unreadable: readonly string[]
}

const typeOf = (path: string): string | undefined => audioTypes[extname(path).toLowerCase()]

/** Returns whether a file or folder of this name is hidden. Titles such as `...And Justice for All` are not. */
export const isHidden = (name: string): boolean => /^\.(?!\.)/.test(name)

/** The possible file names of a folder's picture, the best one first. */
const coverNames = ['cover', 'folder', 'front', 'album']
const isCover = (name: string): boolean => /^(cover|folder|front|album)\.(jpe?g|png|webp)$/i.test(name)
const coverRank = (path: string): number =>
  coverNames.findIndex((name) =>
    path
      .slice(path.lastIndexOf('/') + 1)
      .toLowerCase()
      .startsWith(name),
  )

/**
 * Lists the files of the folder without hidden entries and symbolic links, so that nothing outside the folder
 * can be reached. A file or subfolder that cannot be read is reported and left out.
 * @throws when the folder itself cannot be read
 */
export async function listMusic(
  root: string,
  onUnreadable: (path: string, reason: string) => void,
): Promise<Listing> {
  const songs: MusicFile[] = []
  const playlists: MusicFile[] = []
  const covers = new Map<string, MusicFile>()
  const unreadable: string[] = []
  let undecodable = 0

  /** Adds a path to the unreadable ones, if it was not deleted or replaced meanwhile. */
  const addUnreadable = (path: string, error: unknown): void => {
    if (isGone(error)) return
    unreadable.push(path)
    onUnreadable(path, String(error))
  }

  const visit = async (folder: string): Promise<void> => {
    const entries = await readdir(join(root, folder), { withFileTypes: true }).catch((error: unknown) => {
      if (folder === '') throw error
      addUnreadable(folder, error)
      return []
    })
    for (const entry of entries.sort((a, b) => collator.compare(a.name, b.name))) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (isHidden(entry.name)) continue
      const isPlaylist = /\.m3u8?$/i.test(path)
      const isMusic = entry.isFile() && (isPlaylist || typeOf(path) !== undefined)
      if ((isMusic || entry.isDirectory()) && (await hasUndecodableName(root, path))) {
        undecodable += 1
        continue
      }
      if (entry.isDirectory()) await visit(path)
      if (!isMusic && !(entry.isFile() && isCover(entry.name))) continue
      const stats = await lstat(join(root, path)).catch((error: unknown) => addUnreadable(path, error))
      if (stats === undefined) continue
      const file = { path, mtimeMs: Math.floor(stats.mtimeMs), size: stats.size }
      const best = covers.get(folder)
      if (isMusic) (isPlaylist ? playlists : songs).push(file)
      else if (best === undefined || coverRank(path) < coverRank(best.path)) covers.set(folder, file)
    }
  }
  await visit('')
  return { songs, playlists, covers, undecodable, unreadable }
}

/** Returns whether an error means that the file or folder does not exist any more. */
export const isGone = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')

/**
 * Returns whether an entry cannot be opened because its name is not UTF-8. Node replaces wrong bytes of such a name by
 * U+FFFD. A name that really contains this character can be opened.
 */
const hasUndecodableName = async (root: string, path: string): Promise<boolean> =>
  path.includes('\uFFFD') && (await lstat(join(root, path)).catch(() => null)) === null

/**
 * Returns the absolute path of a listed file. Returns undefined if the file does not exist or the path contains a link.
 */
export async function resolveInside(root: string, path: string): Promise<string | undefined> {
  const real = await realpath(join(root, path)).catch(() => undefined)
  if (real === undefined) return undefined
  const relativePath = relative(root, real)
  const isOutside = ['', '..'].includes(relativePath) || relativePath.startsWith(`..${sep}`)
  return !isOutside && relativePath.split(sep).join('/') === path ? real : undefined
}

/** Returns a text that changes when the size of a file, or the time of its last change, does. */
const versionOf = ({ size, mtimeMs }: Stats): string =>
  `${size.toString(36)}-${Math.floor(mtimeMs).toString(36)}`

/** Opens a listed song. Returns undefined if the file does not exist. */
export async function openFile(
  root: string,
  path: string,
  packetCache: PacketCache,
): Promise<AudioSource | undefined> {
  const absolute = await resolveInside(root, path)
  const contentType = typeOf(path)
  if (absolute === undefined || contentType === undefined) return undefined
  const stats = await lstat(absolute).catch(() => null)
  if (stats === null || !stats.isFile()) return undefined
  const version = versionOf(stats)
  // The file may be replaced after it was opened, because a reader may have to wait before it reads.
  const checkVersion = (newest: Stats): void => {
    if (versionOf(newest) !== version) throw new TemporaryError('the file was replaced')
  }
  /** Returns what was read, unless the file was replaced. Then the reading may also have failed. */
  const ofThisVersion = async <Read>(reading: Promise<Read>): Promise<Read> => {
    await reading.catch(() => undefined)
    checkVersion(await lstat(absolute))
    return reading
  }
  return {
    contentType,
    byteLength: stats.size,
    version,
    async packets() {
      const opened = await ofThisVersion(packetCache.open(absolute, stats.size, version))
      if (opened === null) return null
      return { ...opened, read: (from, until) => ofThisVersion(opened.read(from, until)) }
    },
    async *read(start, end) {
      if (start < 0 || end > stats.size || start > end) throw new RangeError('outside of the file')
      const file = await open(absolute, constants.O_RDONLY | constants.O_NOFOLLOW)
      try {
        checkVersion(await file.stat())
        if (end > start)
          yield* file.createReadStream({ start, end: end - 1, autoClose: false, highWaterMark: 128 * 1024 })
      } finally {
        await file.close()
      }
    },
  }
}
