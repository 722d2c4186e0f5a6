import { expect, it } from 'vitest'
import { SAMPLE_RATE } from './format.ts'
import { loudnessOf } from './loudness.ts'

const sine = (hz: number, db: number, seconds: number): Int16Array => {
  const out = new Int16Array(2 * seconds * SAMPLE_RATE)
  for (let i = 0; i < out.length; i++)
    out[i] = Math.round(
      32767 * 10 ** (db / 20) * Math.sin((2 * Math.PI * hz * Math.floor(i / 2)) / SAMPLE_RATE),
    )
  return out
}

it('a 997 Hz tone at -20 dBFS on both channels is -20 LUFS, as BS.1770 defines it', () => {
  expect(loudnessOf([sine(997, -20, 2)])).toBeCloseTo(-20, 1)
})

it('bass counts less than its energy, and silence is ignored', () => {
  expect(loudnessOf([sine(40, -20, 2)])).toBeLessThan(-22)
  expect(loudnessOf([sine(997, -20, 2), new Int16Array(2 * SAMPLE_RATE)])).toBeCloseTo(-20, 1)
})
