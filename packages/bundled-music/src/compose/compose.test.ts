import { describe, expect, it } from 'vitest'
import { bundledSongs } from '../catalogue/songs.ts'
import { GAIN_DB, scoreOf } from './bundled-score.ts'
import { buildTimeline, spanAt } from './song-timeline.ts'

const plans = [...bundledSongs().plans]
/** Two songs of each genre, because composing all songs takes too long. */
const some = plans.filter((_, i) => i % 12 === 5).map(([id, { plan }]) => ({ plan, score: scoreOf(id) }))
const MELODIC = new Set(['bass', 'chords', 'pad', 'arp', 'lead', 'hook', 'counter'])

describe('a composed song', () => {
  it('is the same every time it is composed', () => {
    const [id] = plans[7] ?? ['']
    expect(JSON.stringify(scoreOf(id))).toBe(JSON.stringify(scoreOf(id)))
  })

  it('is never silent for more than a second and a half before its end', () => {
    for (const { plan, score } of some) {
      const sounding = score.parts
        .filter((part) => part.name !== 'texture')
        .flatMap((part) =>
          part.notes.map((note) => [note.atSec, note.atSec + Math.max(0.2, note.durationSec)] as const),
        )
        .sort((a, b) => a[0] - b[0])
      let until = 0
      for (const [from, to] of sounding) {
        expect(from - until, plan.seed).toBeLessThanOrEqual(1.5)
        until = Math.max(until, to)
      }
      expect(plan.durationMs / 1000 - until, plan.seed).toBeLessThanOrEqual(2.5)
      expect(plan.durationMs / 1000 - until, plan.seed).toBeGreaterThanOrEqual(0)
    }
  })

  it('has at least four instruments, including a bass and a melody', () => {
    for (const { plan, score } of some) {
      const names = score.parts.map((part) => part.name)
      expect(names.length, plan.seed).toBeGreaterThanOrEqual(4)
      expect(names, plan.seed).toContain('bass')
      expect(
        names.some((name) => name === 'lead' || name === 'hook'),
        plan.seed,
      ).toBe(true)
    }
  })

  it('plays its instruments in their range', () => {
    for (const { plan, score } of some) {
      for (const part of score.parts.filter(({ name }) => MELODIC.has(name))) {
        const pitches = part.notes.map((note) => note.pitch)
        expect(Math.min(...pitches), `${plan.seed} ${part.name}`).toBeGreaterThanOrEqual(24)
        expect(Math.max(...pitches), `${plan.seed} ${part.name}`).toBeLessThanOrEqual(100)
      }
    }
  })

  it('ends with the tonic chord', () => {
    for (const { plan } of some) {
      const last = buildTimeline(plan).bars.at(-1)
      expect(last && spanAt(last, 0).chord.root).toBe(0)
    }
  })

  it('has a measured gain', () => {
    expect(new Set(Object.keys(GAIN_DB))).toEqual(new Set(plans.map(([id]) => id)))
  })
})
