import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { SongRenderer } from './song-renderer.ts'
import { softCeiling } from './master.ts'
import type { Score } from './score.ts'

const hashOf = (samples: Int16Array): string => createHash('sha256').update(samples).digest('hex')

/** A sustained tone and a plucked string with long reverb. */
const held: Score = {
  durationMs: 6000,
  parts: [
    {
      name: 'tone',
      patch: {
        kind: 'additive',
        harmonics: [1],
        breath: 0,
        vibrato: 0,
        detune: 0,
        amp: { attack: 0.3, decay: 0.1, sustain: 1, release: 0.5 },
      },
      levelDb: -6,
      reverbSend: 0.5,
      pumped: false,
      notes: [{ atSec: 0.25, durationSec: 4.5, pitch: 57, gain: 1, pan: 0 }],
    },
    {
      name: 'string',
      patch: { kind: 'pluck', brightness: 0.3, ring: 2, position: 0.3, body: 0.5, drive: 0, release: 0.3 },
      levelDb: -12,
      reverbSend: 0.8,
      pumped: false,
      notes: [0.5, 1.25, 2.5].map((atSec) => ({ atSec, durationSec: 0.7, pitch: 60, gain: 1, pan: 0.3 })),
    },
  ],
  kicksSec: [],
  pumpDepth: 0,
  reverb: { decaySec: 1.9, brightness: 0.5 },
  drive: 0,
  gainDb: 0,
}

describe('blocks of a song', () => {
  it('have the same samples in any order of rendering', () => {
    const forwards = new SongRenderer(held)
    const backwards = new SongRenderer(held)
    const first = [0, 1, 2, 3, 4, 5].map((index) => hashOf(forwards.block(index)))
    const second = [5, 3, 4, 1, 0, 2].map((index) => [index, hashOf(backwards.block(index))] as const)
    for (const [index, hash] of second) expect(hash).toBe(first[index])
    expect(hashOf(forwards.block(3))).toBe(first[3])
  })

  it('join without a click: the signal changes at an edge as smoothly as elsewhere', () => {
    const tone: Score = { ...held, parts: held.parts.slice(0, 1) }
    const renderer = new SongRenderer(tone)
    const samples = [0, 1, 2, 3, 4].flatMap((index) =>
      [...renderer.block(index)].filter((_, i) => i % 2 === 0),
    )
    const bend = (at: number): number =>
      Math.abs((samples[at - 1] ?? 0) - 2 * (samples[at] ?? 0) + (samples[at + 1] ?? 0))
    const usual = Math.max(...Array.from({ length: 4000 }, (_, i) => bend(40_000 + i)))
    for (const edge of [64_000, 96_000, 128_000])
      for (const at of [edge - 1, edge]) expect(bend(at)).toBeLessThanOrEqual(usual + 4)
  })

  it('end in silence, and an unknown index is refused', () => {
    const renderer = new SongRenderer({ ...held, durationMs: 2500 })
    expect(renderer.blocks).toBe(3)
    const last = renderer.block(2)
    expect(last.length).toBe(2 * 16_000)
    expect(Math.abs(last.at(-1) ?? 1)).toBeLessThanOrEqual(2)
    expect(() => renderer.block(3)).toThrow(RangeError)
    expect(() => renderer.block(-1)).toThrow(RangeError)
  })

  it('never reach full scale, whatever the gain', () => {
    const renderer = new SongRenderer({ ...held, gainDb: 60 })
    for (const index of [0, 1, 2]) {
      expect(Math.max(...renderer.block(index).map(Math.abs))).toBeLessThanOrEqual(Math.ceil(0.88 * 32767))
    }
    expect(softCeiling(0.3)).toBe(0.3)
    expect(softCeiling(-1e9)).toBeCloseTo(-0.88)
  })
})
