import { expect, it } from 'vitest'
import { REACH_FRAMES, to48kHz } from './resample.ts'

const FRAMES = 3200

/** Creates a sine of this pitch at 32 kHz in the left channel, and silence in the right one. */
function tone(hertz: number): Int16Array {
  const samples = new Int16Array(2 * (FRAMES + 2 * REACH_FRAMES))
  for (let frame = 0; frame < samples.length / 2; frame++)
    samples[2 * frame] = Math.round(
      20_000 * Math.sin((2 * Math.PI * hertz * (frame - REACH_FRAMES)) / 32_000),
    )
  return samples
}

/**
 * Converts a sine to 48 kHz and compares it with an exact sine. Returns the largest difference, in dB relative to the
 * amplitude.
 */
function errorDb(hertz: number): number {
  const converted = to48kHz(tone(hertz))
  let largest = 0
  for (let frame = 0; frame < converted.length / 2; frame++) {
    const expected = (20_000 / 32_768) * Math.sin((2 * Math.PI * hertz * frame) / 48_000)
    largest = Math.max(largest, Math.abs((converted[2 * frame] ?? 0) - expected))
  }
  return 20 * Math.log10(largest / (20_000 / 32_768))
}

it.each([50, 440, 3000, 9000, 12_000, 13_500])(
  'converts a tone of %d Hz without a difference to hear',
  (hertz) => {
    expect(errorDb(hertz)).toBeLessThan(-55)
  },
)

it('makes three frames of two, and keeps the channels apart', () => {
  const converted = to48kHz(tone(1000))
  expect(converted.length).toBe(FRAMES * 3)
  expect(converted.filter((_, index) => index % 2 === 1).every((sample) => sample === 0)).toBe(true)
})
