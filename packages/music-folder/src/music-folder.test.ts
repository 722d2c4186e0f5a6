import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { TemporaryError } from '@jointly/music-library'
import { expect, it, onTestFinished, vi } from 'vitest'
import { openMusicFolder } from './music-folder.ts'
import { readNotes } from './testing/notes-files.ts'
import { wavFile } from './testing/song-files.ts'

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
