import { readNotes } from '@jointly/music-folder/testing'
import { expect, it } from 'vitest'
import type { PacketSource } from '@jointly/music-library'
import { deviceIdOf, page } from '../testing/device.ts'
import { formatOf, ownSongs, requestPackets } from '../testing/own-songs.ts'
import { startEmulator } from '../testing/test-emulator.ts'
import { toneLibrary, trackIdOf } from '../testing/tone-library.ts'

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

const diskError = Object.assign(new Error('EIO: i/o error, read'), { syscall: 'read' })

/** Starts the provider with a song whose packets fail with these errors: when they are opened, and when they are read. */
async function failingSong(errors: { open?: Error; read?: Error }) {
  const library = toneLibrary()
  const format = { codec: 'mp3', sampleRate: 44_100, channels: 2, frames: 88_200 } as const
  const packets = async (): Promise<PacketSource> => {
    if (errors.open) throw errors.open
    return { ...format, setup: new Uint8Array(0), read: () => Promise.reject(errors.read) }
  }
  const open = async (trackId: string) => {
    const source = await library.open(trackId)
    return source && { ...source, version: '1', packets }
  }
  const emulator = await startEmulator({ library: { ...library, open } })
  const { access_token: token } = await emulator.link('ann')
  const device = await page(emulator, token, deviceIdOf('a'))
  const address = await device.streamUrlOf(trackIdOf('Gold'))
  return async (wanted: string) => {
    const { status, headers } = await fetch(`${address}&packets=${wanted}&version=1`)
    return { status, isRetried: headers.has('retry-after') }
  }
}

it('B17 a file that the file system does not give is not broken, so its player tries again', async () => {
  const away = { status: 503, isRetried: true }
  expect(await (await failingSong({ read: diskError }))('0-44100')).toEqual(away)
  const closed = await failingSong({ open: diskError })
  expect([await closed('format'), await closed('0-44100')]).toEqual([away, away])
  const broken = await failingSong({ read: new Error('no such packet') })
  expect(await broken('0-44100')).toEqual({ status: 415, isRetried: false })
})
