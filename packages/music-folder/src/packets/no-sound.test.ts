import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { readNotes } from '../testing/index.ts'
import { countedSeconds, openPackets } from './open-packets.ts'
import { byteFile } from './read-file.ts'

const MEGABYTES = 8
/**
 * The measurement has several tries. Garbage collection makes one or two tries slow, and code without pauses makes all
 * tries slow.
 */
const TRIES = 3

/**
 * Measures the turns of the event loop while `work` runs, in processor time.
 * @returns the longest turn, as a share of all of them
 */
async function longestTurnOf(work: Promise<unknown>): Promise<number> {
  const threadMs = (): number => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  }
  const began = threadMs()
  let [longest, before] = [0, began]
  const endTurn = (): void => {
    const now = threadMs()
    longest = Math.max(longest, now - before)
    before = now
  }
  const look = (): void => {
    endTurn()
    next = setImmediate(look)
  }
  let next = setImmediate(look)
  await work
  clearImmediate(next)
  endTurn()
  return longest / (before - began)
}

it.each([
  ['constant.mp3', [0xff]],
  ['constant.mp3', [0xff, 0xfb, 0x90, 0x64]],
  ['notes.flac', [0xff, 0xf8, 0xc9, 0x18, 0]],
])(
  'B7 B17 other work runs while megabytes in %s that only look like sound (%j) are searched',
  async (name, pattern) => {
    const folder = mkdtempSync(join(tmpdir(), 'no-sound-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const sound = readNotes(name)
    const middle = Math.floor(sound.length / 2)
    const noSound = Buffer.alloc(MEGABYTES * 1e6, Buffer.from(pattern))
    const bytes = Buffer.concat([sound.subarray(0, middle), noSound, sound.subarray(middle)])
    const path = join(folder, name)
    writeFileSync(path, bytes)
    const read = async (): Promise<number> => {
      const song = await openPackets(byteFile(path, bytes.length))
      const part = await song?.read(0, song.frames)
      return part?.packets.length ?? 0
    }
    const shares: number[] = []
    for (let tries = 0; tries < TRIES; tries += 1) {
      const reading = read()
      shares.push(await longestTurnOf(reading))
      expect(await reading).toBeGreaterThan(10)
    }
    expect(Math.min(...shares)).toBeLessThan(0.2)
  },
)

it.each(['notes.opus', 'notes.m4a'])(
  'B9 B17 %s does not count as broken if the file system gives only its first bytes',
  async (name) => {
    const bytes = readNotes(name)
    // The thread that reads the rest uses the path.
    const file = {
      path: '/nowhere/at/all',
      byteLength: bytes.length,
      read: async (start: number, end: number) => bytes.subarray(start, end),
    }
    await expect(openPackets(file)).rejects.toMatchObject({ syscall: 'open' })
    await expect(countedSeconds(file)).rejects.toThrow('ENOENT')
  },
)

it('B9 a file that the file system does not give does not count as a file without packets', async () => {
  await expect(countedSeconds(byteFile('/nowhere/at/all.mp3', 1000))).rejects.toThrow('ENOENT')
})
