import { readNotes } from '@jointly/music-folder/testing'
import { expect, it } from 'vitest'
import { formatOf, ownSongs, requestPackets } from '../testing/own-songs.ts'

/** Returns a file with 100 MB of zeros in its middle. A broken download can leave such a gap. */
function withGap(bytes: Uint8Array): Buffer {
  const middle = Math.floor(bytes.length / 2)
  return Buffer.concat([bytes.subarray(0, middle), new Uint8Array(100e6), bytes.subarray(middle)])
}

/**
 * Returns an MP4 file that declares packets of one megabyte. All packets except the last one start at time 0, so
 * that one piece needs them all.
 */
function withHugePackets(bytes: Uint8Array): Buffer {
  const file = Buffer.concat([bytes, new Uint8Array(200e6)])
  const sizes = file.indexOf('stsz')
  file.writeUInt32BE(1_000_000, sizes + 8)
  const times = file.indexOf('stts')
  file.writeUInt32BE(0, times + 16)
  file.writeUInt32BE(44_100 * 4, times + 24)
  return file
}

it('B6 a HEAD request for packets counts like a GET, because it reads the file', async () => {
  const { addressOf } = await ownSongs({ 'notes.flac': readNotes('notes.flac') })
  const address = String(await addressOf('notes'))
  const calls = Array.from({ length: 40 }, () => fetch(`${address}&packets=format`, { method: 'HEAD' }))
  const statuses = (await Promise.all(calls)).map(({ status }) => status)
  expect(statuses).toContain(200)
  expect(statuses).toContain(429)
})

it.each([
  ['notes.flac', 'notes', withGap],
  ['constant.mp3', 'constant', withGap],
  ['notes.m4a', 'notes', withHugePackets],
])('B17 a part of %s with more than 32 MB is refused and not read', async (name, title, breakFile) => {
  const { addressOf } = await ownSongs({ [name]: breakFile(readNotes(name)) })
  const address = String(await addressOf(title))
  const format = await formatOf(address)
  if (format === null) throw new Error('no packets')
  const until = Math.min(format.frames, 5 * format.sampleRate)
  const answer = await requestPackets(address, format, 0, until)
  expect(answer.status).toBe(415)
})
