import { readFile, stat } from 'node:fs/promises'
import { extname } from 'node:path'
import type { Picture } from '@jointly/music-library'
import { insideRoot } from './files.ts'
import { pictureSize } from './picture-size.ts'
import { readPicture } from './tags.ts'

/** A larger picture is not shown: each costs memory here, bytes on the way, and more memory in every browser. */
const mostPictureBytes = 8_000_000
const mostEdge = 5000
/** Of all pictures that are kept. */
const mostKeptBytes = 32_000_000
/** What the place in the list costs, also of a song without a picture. */
const placeBytes = 500
const readersAtOnce = 2

const typeOf: Readonly<Record<string, string>> = {
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
}

type Kept = { readonly picture: Promise<Picture | undefined>; bytes: number }

/**
 * Pictures out of the music folder; undefined where there is none that may be shown (B11). The last ones are kept in
 * memory.
 *
 * @param mostBytes how many bytes of pictures are kept
 */
export function createPictureReader(root: string, mostBytes = mostKeptBytes) {
  const kept = new Map<string, Kept>()
  let keptBytes = 0
  const waiting: (() => void)[] = []
  let reading = 0

  /** Few files are read at the same time, since a whole file may be in memory meanwhile. */
  const inTurn = async <T>(read: () => Promise<T>): Promise<T> => {
    if (reading >= readersAtOnce) await new Promise<void>((resolve) => waiting.push(resolve))
    else reading += 1
    try {
      return await read()
    } finally {
      const next = waiting.shift()
      if (next === undefined) reading -= 1
      else next()
    }
  }
  const drop = (key: string): void => {
    keptBytes -= kept.get(key)?.bytes ?? 0
    kept.delete(key)
  }
  const keep = (key: string, bytes: number): void => {
    const entry = kept.get(key)
    if (entry === undefined) return
    keptBytes += bytes - entry.bytes
    entry.bytes = bytes
    for (const oldest of kept.keys()) {
      if (keptBytes <= mostBytes) break
      drop(oldest)
    }
  }
  const remembered = (
    key: string,
    read: () => Promise<Picture | undefined>,
  ): Promise<Picture | undefined> => {
    const known = kept.get(key)
    if (known !== undefined) {
      // The newest is the last.
      kept.delete(key)
      kept.set(key, known)
      return known.picture
    }
    const picture = inTurn(read).then(shown, () => undefined)
    kept.set(key, { picture, bytes: 0 })
    void picture.then((found) => {
      if (kept.get(key)?.picture === picture) keep(key, placeBytes + (found?.body.length ?? 0))
    })
    return picture
  }

  return {
    embedded: (path: string) =>
      remembered(`in ${path}`, async () => {
        const absolute = await insideRoot(root, path)
        return absolute === undefined ? undefined : readPicture(absolute)
      }),
    file: (path: string) =>
      remembered(`file ${path}`, async () => {
        const absolute = await insideRoot(root, path)
        const contentType = typeOf[extname(path).toLowerCase()]
        if (absolute === undefined || contentType === undefined) return undefined
        if ((await stat(absolute)).size > mostPictureBytes) return undefined
        return { contentType, body: await readFile(absolute) }
      }),
    forget(): void {
      kept.clear()
      keptBytes = 0
    },
    /** How much memory the kept ones take, in bytes. */
    keptBytes: () => keptBytes,
  }
}

/** The picture, if it is one that may be shown. */
function shown(picture: Picture | undefined): Picture | undefined {
  if (picture === undefined || typeof picture.body === 'string') return picture
  const size = picture.body.byteLength > mostPictureBytes ? undefined : pictureSize(picture.body)
  const fits = size !== undefined && Math.max(size.width, size.height) <= mostEdge
  // A view on a part of the song's file would keep all of that file in memory.
  return fits ? { ...picture, body: Uint8Array.from(picture.body) } : undefined
}
