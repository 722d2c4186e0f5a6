import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import type { Picture } from '../../catalogue/types.ts'
import { insideRoot } from './files.ts'
import { readPicture } from './tags.ts'

const kept = 40

const typeOf: Readonly<Record<string, string>> = {
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
}

/** Pictures out of the music folder, the last few kept in memory; undefined when there is none. */
export function createPictureReader(root: string) {
  const cache = new Map<string, Promise<Picture | undefined>>()

  const remembered = (
    key: string,
    read: () => Promise<Picture | undefined>,
  ): Promise<Picture | undefined> => {
    const picture = cache.get(key) ?? read().catch(() => undefined)
    cache.delete(key)
    cache.set(key, picture)
    const [oldest] = cache.keys()
    if (cache.size > kept && oldest !== undefined) cache.delete(oldest)
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
        return { contentType, body: await readFile(absolute) }
      }),
    forget: () => cache.clear(),
  }
}
