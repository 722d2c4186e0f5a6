import { createReadStream } from 'node:fs'
import { extname } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { isFileSystemError, type Picture, TemporaryError } from '@jointly/music-library'
import { LRUCache } from 'lru-cache'
import { resolveInside } from './music-files.ts'
import { pictureSize } from './picture-size.ts'
import { readPicture } from './song-tags.ts'

/** The largest picture in bytes. A larger picture would need much memory in the server and in every browser. */
const maxPictureBytes = 8_000_000
const maxEdge = 5000
const defaultCacheBytes = 32_000_000
/** The memory of a cache entry without its picture, in bytes. */
const entryBytes = 500
/**
 * The number of files that are read at the same time. It is small, because a whole file may be in memory while it is
 * read.
 */
const maxReaders = 2

const typeOf: Readonly<Record<string, string>> = {
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
}

type Entry = { readonly picture: Promise<Picture | undefined> }

/**
 * Creates the reader of pictures, with a cache. Its functions return undefined if there is no picture that may be
 * shown (B11).
 */
export function createPictureReader(root: string, cacheBytes = defaultCacheBytes) {
  const cache = new LRUCache<string, Entry>({ maxSize: cacheBytes })
  const limit = createConcurrencyLimit(maxReaders)

  const cached = (key: string, read: () => Promise<Picture | undefined>): Promise<Picture | undefined> => {
    const entry = cache.get(key)
    if (entry !== undefined) return entry.picture
    const picture = limit(read).then(servable, (error: unknown) => {
      // No event says when the file can be read again, so the next request tries it.
      if (isFileSystemError(error) || error instanceof TemporaryError) cache.delete(key)
      return undefined
    })
    cache.set(key, { picture }, { size: entryBytes })
    void picture.then((result) => {
      const size = entryBytes + (result?.body.length ?? 0)
      if (cache.peek(key)?.picture === picture) cache.set(key, { picture }, { size })
    })
    return picture
  }

  /** @throws TemporaryError when the file is away */
  const existing = async (path: string): Promise<string> => {
    const absolute = await resolveInside(root, path)
    if (absolute === undefined) throw new TemporaryError('the file is away')
    return absolute
  }

  return {
    /** Returns the picture that is embedded in a song file. */
    embedded: (path: string) => cached(`in ${path}`, async () => readPicture(await existing(path))),
    /** Returns the picture of a picture file. */
    file: (path: string) =>
      cached(`file ${path}`, async () => {
        const contentType = typeOf[extname(path).toLowerCase()]
        return contentType === undefined
          ? undefined
          : { contentType, body: await readStart(await existing(path)) }
      }),
    clear: (): void => cache.clear(),
    /** Returns the memory that the cache uses, in bytes. */
    cachedBytes: (): number => cache.calculatedSize,
  }
}

/**
 * Reads a file up to the first byte that is too much for a picture. So a larger file needs no more memory, also one that
 * grows while it is read.
 */
function readStart(path: string): Promise<Buffer> {
  return buffer(createReadStream(path, { end: maxPictureBytes, highWaterMark: 2 ** 20 }))
}

/** Returns the picture if it is small enough and its size can be read. Otherwise returns undefined. */
function servable(picture: Picture | undefined): Picture | undefined {
  if (picture === undefined || typeof picture.body === 'string') return picture
  const size = picture.body.byteLength > maxPictureBytes ? undefined : pictureSize(picture.body)
  const fits = size !== undefined && Math.max(size.width, size.height) <= maxEdge
  // The picture is copied, because a view would keep the whole song file in memory.
  return fits ? { ...picture, body: Uint8Array.from(picture.body) } : undefined
}

/** Creates a function that runs at most `max` tasks at the same time, in the order of the calls. */
function createConcurrencyLimit(max: number) {
  const waiting: (() => void)[] = []
  let running = 0
  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (running >= max) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await task()
    } finally {
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}
