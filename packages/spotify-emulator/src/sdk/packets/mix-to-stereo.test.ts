import { expect, it } from 'vitest'
import type { DecodeAnswer, DecodeRequest } from './serve-decoder.ts'
import { serveDecoder } from './serve-decoder.ts'

/** A piece with one packet of one sample, in the form that the provider sends. */
function onePacket(): ArrayBuffer {
  const view = new DataView(new ArrayBuffer(21))
  view.setUint32(0, 1, true)
  view.setUint32(12, 1, true)
  view.setUint32(16, 1, true)
  return view.buffer
}

/** Decodes one sample in which only one channel has sound. @returns the sample of each channel for the page */
async function soundOf(codec: string, channels: number, loud: number): Promise<number[]> {
  const decoded = Array.from({ length: channels }, (_, index) => Float32Array.of(index === loud ? 1 : 0))
  const answer = await new Promise<DecodeAnswer>((resolve) => {
    const scope: {
      WorkerGlobalScope: null
      onmessage: ((event: { data: DecodeRequest }) => void) | null
      postMessage: typeof resolve
    } = { WorkerGlobalScope: null, onmessage: null, postMessage: resolve }
    serveDecoder(async () => ({ decode: async () => [decoded] }), scope)
    const format = { codec, sampleRate: 48_000, channels, setup: new Uint8Array(0) }
    scope.onmessage?.({ data: { id: 1, format, piece: onePacket(), fromFrame: 0, untilFrame: 1 } })
  })
  if (!('channels' in answer)) throw new Error('no sound')
  return answer.channels.map(([sample = Number.NaN]) => Math.round(sample * 100) / 100)
}

/** The sound of each channel in the left and in the right channel. */
const soundOfEach = (codec: string, channels: number) =>
  Promise.all(Array.from({ length: channels }, (_, loud) => soundOf(codec, channels, loud)))

const [left, right, centre] = [
  [1, 0],
  [0, 1],
  [0.71, 0.71],
] // prettier-ignore
const [backLeft, backRight, back, low] = [
  [0.71, 0],
  [0, 0.71],
  [0.5, 0.5],
  [0, 0],
] // prettier-ignore

it('B15 sound with more than two channels is mixed to left and right, in the order of channels of its codec', async () => {
  expect(await soundOfEach('flac', 3)).toEqual([left, right, centre])
  expect(await soundOfEach('vorbis', 3)).toEqual([left, centre, right])
  for (const codec of ['flac', 'opus', 'vorbis'])
    expect(await soundOfEach(codec, 4)).toEqual([left, right, backLeft, backRight])
  expect(await soundOfEach('flac', 5)).toEqual([left, right, centre, backLeft, backRight])
  expect(await soundOfEach('flac', 6)).toEqual([left, right, centre, low, backLeft, backRight])
  for (const codec of ['opus', 'vorbis'])
    expect(await soundOfEach(codec, 6)).toEqual([left, centre, right, backLeft, backRight, low])
  expect(await soundOfEach('flac', 7)).toEqual([left, right, centre, low, back, backLeft, backRight])
  const eight = [left, right, centre, low, backLeft, backRight, backLeft, backRight]
  expect(await soundOfEach('flac', 8)).toEqual(eight)
})

it('B15 one or two channels, and channels with unknown speakers, stay as they are', async () => {
  expect(await soundOf('mp3', 1, 0)).toEqual([1])
  expect(await soundOf('mp3', 2, 1)).toEqual([0, 1])
  expect(await soundOf('opus', 9, 8)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 1])
})
