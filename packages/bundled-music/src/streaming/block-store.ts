import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { crc32 } from 'node:zlib'
import type { Log } from '@jointly/music-library'

/** Disks store files in units of this many bytes. */
const UNIT_BYTES = 4096
const CHECKSUM_BYTES = 4
/**
 * The share of `maxBytes` that this process may write before it counts the bytes in the folder again. Other processes
 * write too. When old songs are removed, the same share becomes free.
 */
const TIDY_SHARE = 1 / 16
/** The time of a song's last use is stored at most once in this many milliseconds. */
const TOUCH_EVERY_MS = 60_000
/** An incomplete file that is older than this is removed, because the process that wrote it has ended. */
const ABANDONED_MS = 60_000
const PARTIAL = '.part'

export type BlockStore = {
  /**
   * Returns a stored block, or undefined if the block is missing or damaged.
   * @param key `<song>/<number>`
   */
  read(key: string): Promise<Uint8Array | undefined>
  /** Stores a block. A failure is logged once and does not reject. */
  write(key: string, bytes: Uint8Array): Promise<void>
}

type Options = {
  readonly folder: string
  readonly maxBytes: number
  /** The size of each block in bytes. */
  readonly blockBytes: number
  readonly log?: Log
}

/** A song in the folder. `usedMs` is the time of its last use. */
type StoredSong = { readonly path: string; readonly bytes: number; readonly usedMs: number }

/**
 * Stores blocks of songs in a folder that has at most `maxBytes` (B14). The songs that were not used for the longest
 * time are removed first. Several processes can share the folder. A block that is incomplete or was changed is not
 * returned.
 */
export function createBlockStore({ folder, maxBytes, blockBytes, log }: Options): BlockStore {
  const fileBytes = blockBytes + CHECKSUM_BYTES
  const bytesOnDisk = Math.ceil(fileBytes / UNIT_BYTES) * UNIT_BYTES
  const touchedMs = new Map<string, number>()
  /**
   * The size of the folder in bytes, without the writes of other processes since the last count. Null before the first
   * count.
   */
  let storedBytes: number | null = null
  let writtenBytes = 0
  let tidying: Promise<void> | null = null
  let hasFailed = false

  const reportFailure = (error: unknown): void => {
    if (!hasFailed) log?.('warn', 'encoded songs cannot be stored', { folder, reason: String(error) })
    hasFailed = true
  }
  const touch = async (key: string): Promise<void> => {
    const song = dirname(join(folder, key))
    const now = Date.now()
    if (now - (touchedMs.get(song) ?? 0) < TOUCH_EVERY_MS) return
    touchedMs.set(song, now)
    await utimes(song, now / 1000, now / 1000).catch(() => undefined)
  }
  /** Counts the bytes in the folder. Removes old songs if there is no space for another block. */
  const makeRoom = async (): Promise<void> => {
    const songs = (await songsIn(folder, bytesOnDisk)).sort((one, other) => one.usedMs - other.usedMs)
    let bytes = songs.reduce((sum, song) => sum + song.bytes, 0)
    const allowed = maxBytes * (1 - TIDY_SHARE)
    if (bytes + bytesOnDisk > maxBytes)
      for (const song of songs) {
        if (bytes <= allowed) break
        await rm(song.path, { recursive: true, force: true })
        touchedMs.delete(song.path)
        bytes -= song.bytes
      }
    storedBytes = bytes
    writtenBytes = 0
  }
  const tidy = async (): Promise<void> => {
    const isDue =
      storedBytes === null || storedBytes + bytesOnDisk > maxBytes || writtenBytes > maxBytes * TIDY_SHARE
    if (!isDue) return
    tidying ??= makeRoom().finally(() => (tidying = null))
    await tidying
  }

  return {
    async read(key) {
      const path = join(folder, key)
      const stored = await readFile(path).catch(() => undefined)
      if (stored === undefined) return undefined
      const bytes = stored.subarray(0, blockBytes)
      if (stored.byteLength === fileBytes && stored.readUInt32LE(blockBytes) === checksum(key, bytes)) {
        void touch(key)
        return bytes
      }
      await rm(path, { force: true }).catch(reportFailure)
      return undefined
    },
    async write(key, bytes) {
      if (bytesOnDisk > maxBytes) return
      const path = join(folder, key)
      const partial = `${path}.${randomBytes(6).toString('hex')}${PARTIAL}`
      const sum = Buffer.alloc(CHECKSUM_BYTES)
      sum.writeUInt32LE(checksum(key, bytes))
      try {
        await tidy()
        storedBytes = (storedBytes ?? 0) + bytesOnDisk
        writtenBytes += bytesOnDisk
        await mkdir(dirname(path), { recursive: true, mode: 0o700 })
        await writeFile(partial, Buffer.concat([bytes, sum]), { flag: 'wx', mode: 0o600 })
        await rename(partial, path)
      } catch (error) {
        await rm(partial, { force: true }).catch(() => undefined)
        reportFailure(error)
      }
    },
  }
}

/** The key is a part of the checksum, so that a file under a wrong name is detected. */
const checksum = (key: string, bytes: Uint8Array): number => crc32(bytes, crc32(key))

/** Lists the songs in a folder, and removes incomplete files of processes that have ended. */
async function songsIn(folder: string, blockBytes: number): Promise<StoredSong[]> {
  const names = await readdir(folder).catch(() => [])
  const songs = names.map(async (name) => {
    const path = join(folder, name)
    const files = await readdir(path).catch(() => [])
    const used = await stat(path).catch(() => null)
    for (const file of files) if (file.endsWith(PARTIAL)) await removeAbandoned(join(path, file))
    return { path, bytes: files.length * blockBytes, usedMs: used?.mtimeMs ?? 0 }
  })
  return Promise.all(songs)
}

async function removeAbandoned(path: string): Promise<void> {
  const found = await stat(path).catch(() => null)
  if (found !== null && Date.now() - found.mtimeMs > ABANDONED_MS)
    await rm(path, { force: true }).catch(() => undefined)
}
