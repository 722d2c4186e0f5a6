import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { cutSound } from './sound-files.ts'

const sampleRate = 48_000

class FakeBuffer {
  readonly sampleRate = sampleRate
  readonly numberOfChannels = 1
  #samples
  constructor({ length }: { length: number }) {
    this.#samples = new Float32Array(length)
  }
  get duration() {
    return this.#samples.length / sampleRate
  }
  getChannelData() {
    return this.#samples
  }
  copyToChannel(samples: Float32Array) {
    this.#samples.set(samples)
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
