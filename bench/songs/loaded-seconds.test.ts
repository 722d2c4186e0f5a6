import { BLOCK_BYTES, PACKET_BYTES } from '@jointly/bundled-music/encoding/layout'
import { opusHeadBytes } from '@jointly/music-library/opus-file'
import { expect, test } from 'vitest'
import { loadedSeconds } from './loaded-seconds.ts'

const rangeOf = (fromSec: number, untilSec: number) =>
  `bytes=${opusHeadBytes + fromSec * BLOCK_BYTES}-${opusHeadBytes + untilSec * BLOCK_BYTES - 1}`

test('B13 an answer with four seconds of a song counts as four, and a second that is loaded twice as one', () => {
  const head = `bytes=0-${opusHeadBytes - 1}`
  expect(loadedSeconds([head])).toBe(0)
  expect(loadedSeconds([head, rangeOf(0, 1), rangeOf(1, 5)])).toBe(5)
  expect(loadedSeconds([rangeOf(0, 1), rangeOf(0, 1)])).toBe(1)
  // The first download of a song that begins in its middle also contains two earlier packets.
  const early = `bytes=${opusHeadBytes + BLOCK_BYTES - 2 * PACKET_BYTES}-${opusHeadBytes + 2 * BLOCK_BYTES - 1}`
  expect(loadedSeconds([early, rangeOf(2, 3)])).toBeCloseTo(2.04)
  expect(() => loadedSeconds(['bytes=5-'])).toThrow('bytes=5-')
})
