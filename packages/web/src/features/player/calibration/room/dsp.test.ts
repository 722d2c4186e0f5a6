import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CHIRP_LENGTH, chirpOf, playedChirp } from './chirp.ts'
import { complexOf, fft, inverseFft } from './fft.ts'
import { envelopeOf } from './matched-filter.ts'
import { resample } from './resample.ts'
import { chirpsMs, slotsOf } from './schedule.ts'

describe('the parts of the measurement', () => {
  it('Y7 a transform has the same values as its definition, and the inverse gives the signal back', () => {
    const signal = complexOf(64)
    for (let at = 0; at < 64; at += 1) {
      signal.re[at] = Math.sin(at * at)
      signal.im[at] = Math.cos(3 * at)
    }
    const before = { re: signal.re.slice(), im: signal.im.slice() }
    fft(signal)
    for (const bin of [0, 1, 17, 63]) {
      let sum = 0
      for (let at = 0; at < 64; at += 1) {
        const angle = (-2 * Math.PI * bin * at) / 64
        sum += (before.re[at] ?? 0) * Math.cos(angle) - (before.im[at] ?? 0) * Math.sin(angle)
      }
      expect(signal.re[bin]).toBeCloseTo(sum, 9)
    }
    inverseFft(signal)
    for (let at = 0; at < 64; at += 1) expect(signal.im[at]).toBeCloseTo(before.im[at] ?? 0, 9)
  })

  it('Y7 another rate keeps the sound and its time', () => {
    const tone = Float64Array.from({ length: 4_410 }, (_, at) =>
      Math.sin((2 * Math.PI * 1_000 * at) / 44_100),
    )
    const other = resample(tone, 44_100, 16_000)
    for (let at = 200; at < 1_400; at += 1)
      expect(other[at]).toBeCloseTo(Math.sin((2 * Math.PI * 1_000 * at) / 16_000), 2)
  })

  it('Y7 no chirp resembles another one, and each is found at its lag', () => {
    const chirps = Array.from({ length: 8 }, (_, device) =>
      [0, 1, 2].map((round) => chirpOf(device, round)),
    ).flat()
    for (const [index, chirp] of chirps.entries()) {
      const recording = new Float64Array(3 * CHIRP_LENGTH)
      recording.set(chirp, 1_234)
      const own = envelopeOf(recording, chirp)
      const peak = Math.max(...own)
      expect(own.indexOf(peak)).toBe(1_234)
      const other = chirps[(index + 1) % chirps.length] ?? chirp
      expect(Math.max(...envelopeOf(recording, other)) / peak).toBeLessThan(0.05)
    }
  })

  it('Y7 a played chirp is quiet and begins and ends softly', () => {
    const { samples, sampleRate } = playedChirp(3, 1)
    expect(Math.max(...samples.map(Math.abs))).toBeCloseTo(0.1, 6)
    expect(samples.length / sampleRate).toBeCloseTo(0.256, 3)
    expect(Math.max(...samples.subarray(0, 48).map(Math.abs))).toBeLessThan(0.005)
  })

  it('Y6 every device plays once in each round, alone, and in about ten seconds at most', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 8 }), (devices) => {
        const slots = slotsOf(devices)
        const rounds = slots.length / devices
        expect(rounds).toBeGreaterThanOrEqual(3)
        expect(new Set(slots.map(({ device, round }) => `${device} ${round}`)).size).toBe(slots.length)
        expect(new Set(slots.map(({ device }) => device)).size).toBe(devices)
        expect(new Set(slots.map(({ atMs }) => atMs)).size).toBe(slots.length)
        expect(chirpsMs(devices)).toBeLessThanOrEqual(10_000)
      }),
    )
  })
})
