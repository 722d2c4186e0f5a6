import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { cutSound, stereoSound } from './sound-files.ts'

const sampleRate = 48_000

class FakeBuffer {
  readonly sampleRate = sampleRate
  readonly numberOfChannels
  readonly duration
  #channels
  constructor({ length, numberOfChannels = 1 }: { length: number; numberOfChannels?: number }) {
    this.numberOfChannels = numberOfChannels
    this.duration = length / sampleRate
    this.#channels = Array.from({ length: numberOfChannels }, () => new Float32Array(length))
  }
  getChannelData(channel: number) {
    return this.#channels[channel]
  }
  copyToChannel(samples: Float32Array, channel: number) {
    this.#channels[channel]?.set(samples)
  }
}

beforeEach(() => vi.stubGlobal('AudioBuffer', FakeBuffer))
afterEach(() => vi.unstubAllGlobals())

/** Creates the decoded sound of 10240 samples without the first `missing` ones. Each sample is its own position. */
function decoded(missing: number): AudioBuffer {
  const sound = new AudioBuffer({ length: 10_240 - missing, sampleRate })
  sound.copyToChannel(
    Float32Array.from({ length: 10_240 - missing }, (_, at) => at + missing),
    0,
  )
  return sound
}

const cut = (sound: AudioBuffer, from: number) => {
  const seconds = { fromSec: from / sampleRate, durationSec: 2 / sampleRate, packetSec: 1024 / sampleRate }
  return [...cutSound(sound, { expectedSec: 10_240 / sampleRate, ...seconds }).getChannelData(0)]
}

it('B15 a part of AAC is at its place, also if the browser leaves out the first packet, as Firefox does', () => {
  expect(cut(decoded(0), 4000)).toEqual([4000, 4001])
  expect(cut(decoded(1024), 4000)).toEqual([4000, 4001])
})

it('B15 AAC with another length is not played on the graph', () => {
  for (const missing of [512, 2048]) expect(() => cut(decoded(missing), 4000)).toThrow('another length')
})

it.each([3, 5, 7, 8])(
  'B15 a WAV file with %i channels is mixed to left and right, at its sample rate',
  (numberOfChannels) => {
    const sound = new AudioBuffer({ length: 1, numberOfChannels, sampleRate })
    for (let channel = 0; channel < numberOfChannels; channel += 1)
      sound.copyToChannel(Float32Array.of(channel === 2 ? 1 : 0), channel)
    const mixed = stereoSound(sound)
    const samples = [0, 1].map((channel) => mixed.getChannelData(channel)[0])
    expect([mixed.numberOfChannels, mixed.sampleRate]).toEqual([2, sampleRate])
    // The third channel is the centre.
    for (const sample of samples) expect(sample).toBeCloseTo(Math.SQRT1_2)
  },
)

it('B15 one or two channels of a WAV file stay as they are', () => {
  for (const numberOfChannels of [1, 2]) {
    const sound = new AudioBuffer({ length: 1, numberOfChannels, sampleRate })
    expect(stereoSound(sound)).toBe(sound)
  }
})
