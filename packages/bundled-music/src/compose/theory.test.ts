import { describe, expect, it } from 'vitest'
import { chordClasses, chordScale, parseChord, parseProgression, rootPitch, voiceLead } from './theory.ts'

describe('chords by name', () => {
  it('are read relative to the major scale, upper case for major', () => {
    expect(parseChord('bVImaj7')).toMatchObject({ root: 8, tones: [0, 4, 7, 11] })
    expect(parseChord('iim7b5')).toMatchObject({ root: 2, tones: [0, 3, 6, 10] })
    expect(parseProgression('ii7,V7 Imaj7').map((bar) => bar.map((chord) => chord.root))).toEqual([
      [2, 7],
      [0],
    ])
    expect(() => parseChord('X9')).toThrow('no chord X9')
  })

  it('change the scale for foreign tones: over V7 in a minor key the leading tone replaces the seventh', () => {
    const scale = chordScale('minor', parseChord('V7'))
    expect(scale).toContain(11)
    expect(scale).not.toContain(10)
  })
})

describe('voice leading', () => {
  it('keeps common tones and moves the others as little as possible', () => {
    const tonic = 0
    let voicing = voiceLead([], parseChord('I'), tonic, { low: 55, voices: 3 })
    for (const symbol of ['vi', 'IV', 'V', 'I', 'ii', 'V', 'I']) {
      const next = voiceLead(voicing, parseChord(symbol), tonic, { low: 55, voices: 3 })
      const movement = next.reduce((sum, pitch, i) => sum + Math.abs(pitch - (voicing[i] ?? pitch)), 0)
      expect(movement).toBeLessThanOrEqual(9)
      expect(new Set(next.map((pitch) => pitch % 12))).toEqual(new Set(chordClasses(parseChord(symbol))))
      voicing = next
    }
  })

  it('puts a root into the given octave', () => {
    for (let tonic = 0; tonic < 12; tonic++) {
      const pitch = rootPitch(parseChord('V'), tonic, 31)
      expect(pitch).toBeGreaterThanOrEqual(31)
      expect(pitch).toBeLessThan(43)
      expect((pitch - tonic + 120) % 12).toBe(7)
    }
  })
})
