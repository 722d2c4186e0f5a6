import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it, onTestFinished, vi } from 'vitest'
import { openMusicFolder } from './music-folder.ts'
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
