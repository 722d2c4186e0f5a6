import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it, onTestFinished } from 'vitest'
import { maxPlaylistBytes } from './m3u.ts'
import { listMusic } from './music-files.ts'
import { scanMusic } from './scan.ts'
import { createTagCache } from './tag-cache.ts'
import { readNotes } from './testing/notes-files.ts'
import { wavFile } from './testing/song-files.ts'
import { unreachableSongs } from './testing/unreachable-songs.ts'

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
  const scanWith = async ({ onListed = () => {}, onWarning = () => {} }) => {
    const warnings: unknown[] = []
    const { songs, playlistFiles, isComplete } = await scanMusic({
      root,
      rootNames: [root],
      cache,
      log: (level, _, details) => {
        if (level !== 'warn') return
        warnings.push(details?.['file'] ?? details?.['path'])
        onWarning()
      },
      onProgress: () => {},
      onListed: async () => onListed(),
      onPartialResult: async () => {},
      isStopped: () => false,
    })
    return {
      shown: { songs: songs.map(({ tags }) => tags.title), warnings },
      playlists: playlistFiles.map(({ path }) => path),
      isComplete,
    }
  }
  const scan = async (onListed = () => {}) => (await scanWith({ onListed })).shown
  return { root, cache, scan, scanWith }
}

const tags = {
  ...{ title: '', artists: [], albumArtist: '', album: '', year: null, trackNumber: 1, discNumber: 1 },
  ...{ durationMs: 1000, genre: '', isrc: '', hasPicture: false },
}
const unreadableOne = { songs: [], warnings: ['a/one.wav'] }

it('B9 a file that was away is read again in the next scan', async () => {
  const { root, scan } = scannedFolder({ 'a/one.wav': wavFile({ INAM: 'One' }) })
  expect(await scan(() => renameSync(join(root, 'a'), join(root, 'b')))).toEqual(unreadableOne)
  renameSync(join(root, 'b'), join(root, 'a'))
  expect(await scan()).toEqual({ songs: ['One'], warnings: [] })
})

it('B9 a song whose file changed and is away keeps its earlier tags until the file is read', async () => {
  const { root, scan } = scannedFolder({ 'a/one.wav': wavFile({ INAM: 'One' }) })
  await scan()
  writeFileSync(join(root, 'a/one.wav'), wavFile({ INAM: 'Another One' }))
  const first = await scan(() => renameSync(join(root, 'a'), join(root, 'b')))
  expect(first).toEqual({ songs: ['One'], warnings: ['a/one.wav'] })
  renameSync(join(root, 'b'), join(root, 'a'))
  expect(await scan()).toEqual({ songs: ['Another One'], warnings: [] })
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

it('B9 a playlist file that the system cannot read is logged, and read again in the next scan', async () => {
  const { root, scanWith } = scannedFolder({
    'a.m3u': 'x'.repeat(maxPlaylistBytes + 1),
    'b.m3u': '',
    'c.m3u': '',
  })
  const [file, moved] = [join(root, 'b.m3u'), join(root, 'moved')]
  // The first file is left out before the second one is read.
  const first = await scanWith({
    onWarning: () => {
      if (existsSync(moved)) return
      renameSync(file, moved)
      mkdirSync(file)
      rmSync(join(root, 'c.m3u'))
    },
  })
  // The third file was deleted, so nothing of it is missing.
  expect([first.shown.warnings, first.playlists, first.isComplete]).toEqual([['a.m3u', 'b.m3u'], [], false])
  rmdirSync(file)
  renameSync(moved, file)
  const second = await scanWith({})
  expect([second.shown.warnings, second.playlists, second.isComplete]).toEqual([['a.m3u'], ['b.m3u'], true])
})

it('B9 the songs of a folder that cannot be listed, and of files that cannot be looked at, stay', async () => {
  const { root, cache, scan } = scannedFolder({ 'a/one.wav': wavFile({ INAM: 'One' }) })
  const paths = unreachableSongs(root)
  const file = { path: '', mtimeMs: 1, size: 1 }
  cache.save(
    [...paths, 'a/deleted.wav'].map((path, index) => ({
      key: `${root}/${path}`,
      file,
      result: { tags: { ...tags, title: `Song ${index}` } },
    })),
  )
  expect((await scan()).songs.sort()).toEqual(['One', 'Song 0', 'Song 1'])
  expect((await scan()).songs.sort()).toEqual(['One', 'Song 0', 'Song 1'])
})

it('B9 a music folder that cannot be listed is no empty folder', async () => {
  const { root, scan } = scannedFolder({ 'a/one.wav': wavFile({ INAM: 'One' }) })
  await scan()
  renameSync(root, `${root}-away`)
  await expect(scan()).rejects.toThrow('ENOENT')
  renameSync(`${root}-away`, root)
  // It is not read again, because its tags are still in the cache.
  expect(await scan(() => rmSync(join(root, 'a/one.wav')))).toEqual({ songs: ['One'], warnings: [] })
})

it('B9 an empty music folder whose songs are known is not mounted, and is no empty library', async () => {
  const { root, scan } = scannedFolder({ 'a/one.wav': wavFile({ INAM: 'One' }) })
  await scan()
  renameSync(root, `${root}-away`)
  mkdirSync(root)
  await expect(scan()).rejects.toThrow('it is empty')
  rmdirSync(root)
  renameSync(`${root}-away`, root)
  // It is not read again, because its tags are still in the cache.
  expect(await scan(() => rmSync(join(root, 'a/one.wav')))).toEqual({ songs: ['One'], warnings: [] })
  expect(await scannedFolder({}).scan()).toEqual({ songs: [], warnings: [] })
})

/** Changes `notes.m4a`, so that its reader counts to four billion: a list of time offsets replaces its sample groups. */
function busyFile(): Buffer {
  const bytes = Buffer.from(readNotes('notes.m4a'))
  const listAt = bytes.indexOf('sgpd')
  bytes.write('ctts', listAt)
  const [version, entryCount, sampleCount] = [0, 1, 2 ** 32 - 1]
  for (const [index, value] of [version, entryCount, sampleCount].entries())
    bytes.writeUInt32BE(value, listAt + 4 + 4 * index)
  return bytes
}

it('B15 B17 songs that are read at the same moment as a broken one have their exact length', async () => {
  const good = ['1.m4a', '2.m4a', '3.m4a']
  const { root, cache, scan } = scannedFolder({
    '0.m4a': busyFile(),
    ...Object.fromEntries(good.map((path) => [path, Buffer.from(readNotes('notes.m4a'))])),
  })
  await scan()
  expect(good.map((path) => cache.findOutdated(`${root}/${path}`)?.durationMs)).toEqual([4000, 4000, 4000])
})

/** Counts in how many turns of the event loop `seen` was called. */
function countTurns() {
  let turn = 0
  const seen = new Set<number>()
  let next = setImmediate(function count() {
    turn += 1
    next = setImmediate(count)
  })
  onTestFinished(() => clearImmediate(next))
  return { see: () => void seen.add(turn), count: () => seen.size, now: () => turn }
}

it.each([
  ['known', 0],
  ['changed', 1],
])('B9 gives other work a turn while it looks up 5,000 %s files', async (_, olderMs) => {
  const { root, cache } = scannedFolder(
    Object.fromEntries(Array.from({ length: 5000 }, (__, number) => [`${number % 10}/${number}.wav`, ''])),
  )
  const { songs: files } = await listMusic(root, () => {})
  cache.save(
    files.map((file) => ({
      ...{ key: `${root}/${file.path}`, result: { tags } },
      file: { ...file, mtimeMs: file.mtimeMs - olderMs },
    })),
  )
  const [found, foundOutdated] = [countTurns(), countTurns()]
  let listedAt = 0
  let isListed = false
  const { songs } = await scanMusic({
    root,
    rootNames: [root],
    cache: {
      ...cache,
      find: (key, file) => (found.see(), cache.find(key, file)),
      findOutdated: (key) => (foundOutdated.see(), cache.findOutdated(key)),
    },
    log: () => {},
    onProgress: () => {},
    onListed: async () => {
      isListed = true
      listedAt = found.now()
    },
    onPartialResult: async () => {},
    // The changed files are not read, because the test is only about the lookups.
    isStopped: () => isListed && olderMs > 0,
  })
  expect(songs).toHaveLength(5000)
  expect(found.count()).toBeGreaterThanOrEqual(10)
  if (olderMs > 0) expect(foundOutdated.count()).toBeGreaterThanOrEqual(10)
  // The scan has deleted the entries of files that are gone.
  else expect(found.now() - listedAt).toBeGreaterThanOrEqual(10)
})
