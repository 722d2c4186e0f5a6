import { opusHead, opusHeadBytes } from '@jointly/music-library/opus-file'
import { Application, createDecoder, createEncoder, EncoderCtl } from 'libopus-wasm'
import { afterEach, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { canDecodePieces, OpusSong } from './opus-song.js'
import { marginSec } from './download.js'

const packetBytes = 380
const seconds = 4.5
const skipFrames = 480
const frames = seconds * 48_000
const packets = Math.ceil((frames + skipFrames) / 960)
/**
 * The length of everything before the packets: two Ogg pages, and the header of the third page without its segment
 * table.
 */
const oggHeadBytes = 47 + 44 + 27
const marginFrames = marginSec * 48_000

/** A song that never repeats: its encoded file, and its sound, which was decoded as a whole. */
const song = { file: new Uint8Array(0), decoded: new Float32Array(0) }

/** Decodes all packets of an Ogg file that has `headBytes` before them. @returns the left channel */
async function decode(file: ArrayBuffer, headBytes: number): Promise<Float32Array<ArrayBuffer>> {
  const count = Math.floor((file.byteLength - headBytes) / packetBytes)
  const decoder = await createDecoder()
  const sound = new Float32Array(count * 960)
  for (let packet = 0; packet < count; packet += 1) {
    const at = file.byteLength - (count - packet) * packetBytes
    const decoded = decoder.decodeFloat(new Uint8Array(file, at, packetBytes))
    for (let frame = 0; frame < 960; frame += 1) sound[packet * 960 + frame] = decoded[2 * frame] ?? 0
  }
  decoder.free()
  return sound
}

beforeAll(async () => {
  const encoder = await createEncoder({
    application: Application.RestrictedLowDelay,
    bitrate: packetBytes * 50 * 8,
    vbr: false,
  })
  encoder.encoderCtl(EncoderCtl.SetPredictionDisabled, 1)
  const file = new Uint8Array(opusHeadBytes + packets * packetBytes)
  file.set(opusHead({ packets, packetBytes, skipFrames, frames }))
  for (let packet = 0; packet < packets; packet += 1) {
    const sound = new Float32Array(1920)
    for (let frame = 0; frame < 960; frame += 1) {
      const sec = (packet * 960 + frame) / 48_000
      const value =
        0.4 * Math.sin(2000 * sec + 900 * sec * sec) + 0.2 * Math.sin(9000 * sec - 500 * sec * sec)
      sound.fill(value, 2 * frame, 2 * frame + 2)
    }
    file.set(encoder.encodeFloat(sound), opusHeadBytes + packet * packetBytes)
  }
  encoder.free()
  song.file = file
  song.decoded = (await decode(file.buffer, opusHeadBytes)).subarray(skipFrames, skipFrames + frames)
})

class Buffer {
  readonly sampleRate = 48_000
  readonly numberOfChannels = 1
  readonly length
  samples
  constructor({ length }: { length: number }) {
    this.length = length
    this.samples = new Float32Array(length)
  }
  getChannelData = () => this.samples
  copyToChannel = (samples: Float32Array) => void (this.samples = Float32Array.from(samples))
}

/** A fake context that decodes a packet of silence. */
class Decoder {
  decodeAudioData = async () => new Buffer({ length: decodes.silence })
}
const decodes = { silence: 960 }

/**
 * The fake network and its faults. `ranges` are the downloaded byte ranges, and the next `failing` answers fail. An
 * answer lacks `cut` bytes, and the decoded sound lacks `lost` frames.
 */
const net = { ranges: [] as [number, number][], failing: 0, lost: 0, cut: 0 }
const total = () => net.ranges.reduce((sum, [from, until]) => sum + until - from, 0)

async function provide(_url: string, { headers }: { headers: { range: string } }) {
  const [from = 0, last = 0] = headers.range.replace('bytes=', '').split('-').map(Number)
  net.ranges.push([from, last + 1])
  if (net.failing-- > 0) return { status: 503 }
  return {
    status: 206,
    headers: new Headers(),
    arrayBuffer: async () => song.file.slice(from, last + 1 - net.cut).buffer,
  }
}

beforeEach(() => {
  Object.assign(net, { ranges: [], failing: 0, lost: 0, cut: 0 })
  vi.stubGlobal('fetch', provide)
  vi.stubGlobal('AudioBuffer', Buffer)
  vi.stubGlobal('OfflineAudioContext', Decoder)
})
afterEach(() => vi.unstubAllGlobals())

const open = (context: object = {}) =>
  OpusSong.open('/song', () => context as never, new AbortController().signal, canDecodePieces())

async function opened() {
  const context = {
    decodeAudioData: async (file: ArrayBuffer) => {
      const samples = await decode(file, oggHeadBytes)
      const sound = new Buffer({ length: samples.length - net.lost })
      sound.samples = samples
      return sound
    },
  }
  const opening = await open(context)
  if (opening === null) throw new Error('not understood')
  return opening
}
const samplesOf = (piece: AudioBuffer) => piece.getChannelData(0)

/** Returns the largest difference between the samples of a piece and the song that was decoded as a whole. */
function difference(samples: Float32Array, index: number): number {
  const start = Math.max(0, index * 48_000 - marginFrames)
  return samples.reduce(
    (most, sample, at) => Math.max(most, Math.abs(sample - (song.decoded[start + at] ?? Number.NaN))),
    0,
  )
}

it('B13 pieces that are decoded alone are the same as in the whole song, to the sample', async () => {
  const opus = await opened()
  expect(opus.durationSec).toBe(seconds)
  for (const index of [3, 0, 1, 4, 2]) {
    const samples = samplesOf(await opus.piece(index))
    const end = Math.min(frames, (index + 1) * 48_000 + marginFrames)
    expect(samples.length).toBe(end - Math.max(0, index * 48_000 - marginFrames))
    expect(difference(samples, index)).toBeLessThan(1e-6)
  }
})

it('B13 loads every byte of a song once if its pieces are loaded in order', async () => {
  const opus = await opened()
  const loaded = await Promise.all([0, 1, 2].map((index) => opus.piece(index)))
  for (const index of [3, 4]) loaded.push(await opus.piece(index))
  expect(total()).toBe(song.file.length)
  for (const [index, piece] of loaded.entries())
    expect(difference(samplesOf(piece), index)).toBeLessThan(1e-6)
})

it('B13 loads pieces ahead without decoding them, and keeps few of them decoded', async () => {
  const opus = await opened()
  await opus.load(3, 1)
  expect([opus.isLoaded(3), opus.loadedPiece(3)]).toEqual([true, undefined])
  const before = total()
  await opus.piece(3)
  expect(total()).toBe(before)
  expect(difference(samplesOf(await opus.piece(3)), 3)).toBeLessThan(1e-6)
})

it('B13 loads several pieces in one download, and none of their bytes again', async () => {
  const opus = await opened()
  await opus.piece(0)
  const before = net.ranges.length
  await opus.load(1, 4)
  expect(net.ranges).toHaveLength(before + 1)
  expect(total()).toBe(song.file.length)
  for (const index of [4, 1, 3, 2])
    expect(difference(samplesOf(await opus.piece(index)), index)).toBeLessThan(1e-6)
  expect(net.ranges).toHaveLength(before + 1)
})

it('B13 needs 20 KB for the first sound, at any place in the song', async () => {
  const opus = await opened()
  await opus.piece(3)
  expect(total()).toBeLessThan(21_500)
})

it('loads a piece again after a failed download, also the piece after it', async () => {
  const opus = await opened()
  net.failing = 2
  const failed = await Promise.allSettled([opus.piece(1), opus.piece(2)])
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  for (const index of [2, 1]) expect(difference(samplesOf(await opus.piece(index)), index)).toBeLessThan(1e-6)
})

it.each([
  ['a download that is not complete', { cut: 380 }],
  ['a browser that decodes only the beginning', { lost: 48_000 }],
])('fails with %s, instead of playing at a wrong time', async (_, broken) => {
  const opus = await opened()
  Object.assign(net, broken)
  await expect(opus.piece(1)).rejects.toThrow(/not complete|not be decoded|could not/)
})

it('leaves songs to an element if the browser cannot decode pieces', async () => {
  decodes.silence = 0
  expect(await open()).toBeNull()
  decodes.silence = 960
})

it('does not open other files', async () => {
  song.file = Uint8Array.from(song.file)
  const original = song.file
  for (const damage of [4, 40, 300, 500]) {
    song.file = Uint8Array.from(original)
    song.file[damage] = (song.file[damage] ?? 0) ^ 1
    expect(await open()).toBeNull()
  }
  song.file = original
})

it('B16 keeps at most 8 decoded seconds, and the packets of 32', async () => {
  const original = song.file
  onTestFinished(() => void (song.file = original))
  const longFrames = 60 * 48_000
  const longPackets = longFrames / 960 + 1
  song.file = new Uint8Array(opusHeadBytes + longPackets * packetBytes)
  song.file.set(opusHead({ packets: longPackets, packetBytes, skipFrames, frames: longFrames }))
  const decodeAudioData = async ({ byteLength }: ArrayBuffer) =>
    new Buffer({ length: Math.floor((byteLength - oggHeadBytes) / packetBytes) * 960 })
  const opus = await open({ decodeAudioData })
  const all = Array.from({ length: 60 }, (_, index) => index)
  for (const index of all.slice(0, 20)) await opus?.piece(index)
  expect(all.filter((index) => opus?.loadedPiece(index))).toEqual(all.slice(12, 20))
  for (const index of all.slice(20)) await opus?.load(index, 1)
  expect(all.filter((index) => opus?.isLoaded(index))).toEqual([...all.slice(12, 20), ...all.slice(28)])
})
