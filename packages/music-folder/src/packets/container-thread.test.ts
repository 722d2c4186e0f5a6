import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TemporaryError } from '@jointly/music-library'
import { expect, it, onTestFinished } from 'vitest'
import { readNotes } from '../testing/index.ts'
import { errorOfEnd } from './container-thread.ts'
import { openPackets } from './open-packets.ts'
import { byteFile } from './read-file.ts'

const second = 44_100
const byteLength = 200e6

/**
 * Opens an MP4 file of 200 MB.
 * @param breakSizes changes the list of the sizes of its packets, which starts with its name
 */
async function openBroken(breakSizes: (sizes: Buffer) => void) {
  const folder = mkdtempSync(join(tmpdir(), 'container-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'notes.m4a')
  const bytes = Buffer.from(readNotes('notes.m4a'))
  breakSizes(bytes.subarray(bytes.indexOf('stsz')))
  writeFileSync(path, bytes)
  truncateSync(path, byteLength)
  const song = await openPackets(byteFile(path, byteLength))
  if (song === null) throw new Error('no packets')
  const removeHeaders = () => writeFileSync(path, new Uint8Array(bytes.length), { flag: 'r+' })
  return { song, removeHeaders }
}

it('B17 a file that ends its reader counts as broken, however many listeners wait for it', () => {
  const isTemporary = (...paths: readonly string[]): boolean =>
    errorOfEnd(
      'busy',
      paths.map((path) => ({ path })),
    ) instanceof TemporaryError
  expect(isTemporary('song.m4a')).toBe(false)
  expect(isTemporary('song.m4a', 'song.m4a')).toBe(false)
  // One of the two files is broken, but it is not known which one.
  expect(isTemporary('song.m4a', 'other.m4a', 'song.m4a')).toBe(true)
})

it('B7 B17 after a broken part, the headers of a file are not read again', async () => {
  const { song, removeHeaders } = await openBroken((sizes) => sizes.writeUInt32BE(1_000_000, 8))
  await expect(song.read(0, second)).rejects.toThrow('the part is too large')
  removeHeaders()
  expect((await song.read(2 * second, 2.1 * second)).packets.length).toBeGreaterThan(4)
})

it('B17 after a packet that is too large, the rest of the song plays', async () => {
  const { song } = await openBroken((sizes) => sizes.writeUInt32BE(40_000_000, 16 + 10 * 4))
  await expect(song.read(0, second)).rejects.toThrow('the part is too large')
  expect((await song.read(2 * second, 2.1 * second)).packets.length).toBeGreaterThan(4)
})
