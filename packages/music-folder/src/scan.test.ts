import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it, onTestFinished } from 'vitest'
import { scanMusic } from './scan.ts'
import { createTagCache } from './tag-cache.ts'
import { wavFile } from './testing/song-files.ts'

/**
 * Writes files into a new folder. `scan` scans it, always with the same cache. Its parameter runs after the files are
 * listed and before they are read. It returns the titles of the songs, and the paths that the log names.
 */
function scannedFolder(files: Readonly<Record<string, string | Buffer>>) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'scan-')))
  onTestFinished(() => rmSync(root, { recursive: true }))
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(root, dirname(path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
  const sql = new DatabaseSync(':memory:')
  const cache = createTagCache({ sql, transaction: (work) => work() })
  const scan = async (onListed = () => {}) => {
    const warnings: unknown[] = []
    const { songs } = await scanMusic({
      root,
      cache,
      log: (level, _, details) => {
        if (level === 'warn') warnings.push(details?.['file'] ?? details?.['folder'])
      },
      onProgress: () => {},
      onListed: async () => onListed(),
      onPartialResult: async () => {},
      isStopped: () => false,
    })
    return { songs: songs.map(({ tags }) => tags.title), warnings }
  }
  return { root, scan }
}

const unreadableOne = { songs: [], warnings: ['a/one.wav'] }

it('B9 a file that was away is read again in the next scan', async () => {
  const { root, scan } = scannedFolder({ 'a/one.wav': wavFile({ INAM: 'One' }) })
  expect(await scan(() => renameSync(join(root, 'a'), join(root, 'b')))).toEqual(unreadableOne)
  renameSync(join(root, 'b'), join(root, 'a'))
  expect(await scan()).toEqual({ songs: ['One'], warnings: [] })
})

it('B9 a file that the system cannot read is read and logged again in the next scan', async () => {
  const { root, scan } = scannedFolder({ 'a/one.wav': wavFile({ INAM: 'One' }) })
  const [file, moved] = [join(root, 'a/one.wav'), join(root, 'moved')]
  const replaceByFolder = () => {
    renameSync(file, moved)
    mkdirSync(file)
  }
  const restore = () => {
    rmSync(file, { recursive: true })
    renameSync(moved, file)
  }
  expect(await scan(replaceByFolder)).toEqual(unreadableOne)
  restore()
  expect(await scan(replaceByFolder)).toEqual(unreadableOne)
  restore()
  expect(await scan()).toEqual({ songs: ['One'], warnings: [] })
})

it('B9 a broken file is read only once', async () => {
  const { scan } = scannedFolder({ 'a/one.wav': 'no music' })
  expect(await scan()).toEqual(unreadableOne)
  expect(await scan()).toEqual({ songs: [], warnings: [] })
})
