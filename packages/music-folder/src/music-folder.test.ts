import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { TemporaryError } from '@jointly/music-library'
import { expect, it, onTestFinished, vi } from 'vitest'
import { openMusicFolder } from './music-folder.ts'
import { readNotes } from './testing/notes-files.ts'
import { pngHead } from './testing/picture-files.ts'
import { wavFile } from './testing/song-files.ts'
import { unreachableSongs } from './testing/unreachable-songs.ts'

it('B9 a folder that cannot be listed at the start is tried again, and is no empty library', async () => {
  const place = mkdtempSync(join(tmpdir(), 'folder-'))
  const musicDir = join(place, 'Music')
  mkdirSync(musicDir)
  writeFileSync(join(musicDir, 'one.wav'), wavFile({ INAM: 'One' }))
  const lines: string[] = []
  const timers = vi.spyOn(globalThis, 'setTimeout')
  /** Runs the newest timer of 30 seconds now. */
  const endWait = () => timers.mock.calls.findLast(([, delayMs]) => delayMs === 30_000)?.[0]()
  const library = openMusicFolder({
    ...{ musicDir, people: new Map() },
    database: { sql: new DatabaseSync(':memory:'), transaction: (work) => work() },
    log: (_, text) => void lines.push(text),
  })
  renameSync(musicDir, join(place, 'Away'))
  onTestFinished(async () => {
    timers.mockRestore()
    await library.close()
    rmSync(place, { recursive: true })
  })
  const failed = () => lines.filter((line) => line === 'the music folder could not be read')
  await expect.poll(failed).toHaveLength(1)
  endWait()
  timers.mockClear()
  // The next wait begins after the next failure, which is not logged again.
  await expect.poll(() => timers.mock.calls.some(([, delayMs]) => delayMs === 30_000)).toBe(true)
  expect([library.isOpen(), failed().length]).toEqual([false, 1])
  renameSync(join(place, 'Away'), musicDir)
  endWait()
  await expect.poll(() => [...library.catalogue().tracks.values()].map(({ title }) => title)).toEqual(['One'])
})

/** Opens a new folder as a library. `endWait` runs the newest timer of this length, as soon as there is one. */
function opened(prepare: (musicDir: string) => void) {
  const musicDir = mkdtempSync(join(realpathSync(tmpdir()), 'folder-'))
  onTestFinished(() => rmSync(musicDir, { recursive: true }))
  prepare(musicDir)
  const lines: string[] = []
  const timers = vi.spyOn(globalThis, 'setTimeout')
  const library = openMusicFolder({
    ...{ musicDir, people: new Map() },
    database: { sql: new DatabaseSync(':memory:'), transaction: (work) => work() },
    log: (_, text) => void lines.push(text),
  })
  onTestFinished(async () => {
    timers.mockRestore()
    await library.close()
  })
  const waits = () => timers.mock.calls.map(([, delayMs]) => delayMs)
  const endWait = async (delayMs: number) => {
    await expect.poll(waits).toContain(delayMs)
    const run = timers.mock.calls.findLast((call) => call[1] === delayMs)?.[0]
    timers.mockClear()
    run?.()
  }
  return { musicDir, library, lines, endWait }
}

it('B9 a change that the system does not report is read ten minutes after the last scan', async () => {
  const { musicDir, library, lines, endWait } = opened((folder) =>
    writeFileSync(join(folder, 'one.wav'), wavFile({ INAM: 'One' })),
  )
  await endWait(600_000)
  const before = library.catalogue()
  const linesBefore = lines.length
  await endWait(600_000)
  // A scan that finds nothing new logs nothing and keeps the catalogue.
  expect([library.catalogue() === before, lines.length]).toEqual([true, linesBefore])
  writeFileSync(join(musicDir, 'two.wav'), wavFile({ INAM: 'Two' }))
  await endWait(600_000)
  await expect
    .poll(() => [...library.catalogue().tracks.values()].map(({ title }) => title))
    .toEqual(['One', 'Two'])
})

it('B9 pictures are read again only after a change, also one that the system does not report', async () => {
  const { musicDir, library, endWait } = opened((folder) => {
    writeFileSync(join(folder, 'one.wav'), wavFile({ INAM: 'One' }))
    writeFileSync(join(folder, 'cover.png'), pngHead(10, 10))
  })
  await endWait(600_000)
  const [albumId = ''] = library.catalogue().albums.keys()
  const picture = () => library.picture('album', albumId)
  const first = await picture()
  expect(first?.body).toHaveLength(pngHead(10, 10).length)
  await endWait(600_000)
  expect(await picture()).toBe(first)
  writeFileSync(join(musicDir, 'cover.png'), pngHead(10, 10, 1000))
  await endWait(600_000)
  await expect.poll(async () => (await picture())?.body.length).toBe(pngHead(10, 10, 1000).length)
})

it('B9 a folder with unreadable songs is scanned again after 30 seconds, then after twice as long', async () => {
  const { lines, endWait } = opened(unreachableSongs)
  await expect.poll(() => lines).toContain('music folder ready: 0 songs, 0 playlist files')
  const linesBefore = lines.filter((line) => line.includes('stay as they were'))
  for (const delayMs of [30_000, 60_000, 120_000]) await endWait(delayMs)
  expect(linesBefore).toHaveLength(2)
  expect(lines.filter((line) => line.includes('stay as they were'))).toEqual(linesBefore)
})

it('B17 packets of a file that replaced its file meanwhile are not read', async () => {
  const musicDir = mkdtempSync(join(tmpdir(), 'folder-'))
  const replace = (content: string) => writeFileSync(join(musicDir, 'song.mp3'), readNotes(content))
  replace('variable.mp3')
  const library = openMusicFolder({
    ...{ musicDir, people: new Map(), log: () => undefined },
    database: { sql: new DatabaseSync(':memory:'), transaction: (work) => work() },
  })
  onTestFinished(async () => {
    await library.close()
    rmSync(musicDir, { recursive: true })
  })
  await expect.poll(() => library.catalogue().tracks.size).toBe(1)
  const [id = ''] = library.catalogue().tracks.keys()
  const source = await library.open(id)
  const opened = await source?.packets?.()
  expect((await opened?.read(0, 44_100))?.packets.length).toBeGreaterThan(30)
  replace('untagged.mp3')
  await expect(opened?.read(0, 44_100)).rejects.toThrow(TemporaryError)
  await expect(source?.packets?.()).rejects.toThrow(TemporaryError)
  // The new file is shorter, so the earlier packets cannot be read.
  writeFileSync(join(musicDir, 'song.mp3'), '')
  await expect(opened?.read(44_100, 88_200)).rejects.toThrow(TemporaryError)
})
