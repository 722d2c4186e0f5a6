import type { Note } from '../audio/score.ts'
import type { Random } from '../catalogue/random.ts'
import type { ChordPlayer } from './style.ts'
import { type Chord, chordClasses, nearest, pitchesIn, rootPitch, voiceLead } from './theory.ts'
import { type Bar, spanAt, type Timeline } from './song-timeline.ts'

/** A note whose position and length are in bars and sixteenths. */
export type StepNote = {
  readonly bar: number
  readonly step: number
  readonly length: number
  readonly pitch: number
  readonly gain: number
  readonly pan: number
}

/** The gain of a note, by its character in the pattern. `style.ts` lists the characters. */
const GAIN: Record<string, number> = {
  X: 1,
  x: 0.84,
  o: 0.46,
  R: 1,
  r: 0.6,
  '8': 0.92,
  '5': 0.9,
  '3': 0.9,
  '7': 0.88,
  '<': 0.8,
}

/** Converts notes in sixteenths to notes in seconds, with small random differences in time and gain. */
export function toTimedNotes(
  timeline: Timeline,
  notes: readonly StepNote[],
  random: Random,
  minSec = 0,
): Note[] {
  const { looseSec } = timeline.plan.style
  return notes.map(({ bar, step, length, pitch, gain, pan }) => {
    const atSec = timeline.secondsAt(bar, step)
    const endSec = timeline.secondsAt(bar, step + length)
    const shift = looseSec * (random.next() - 0.5) * 2
    return {
      atSec: Math.max(0, atSec + shift),
      durationSec: Math.max(0.05, endSec - atSec - 0.01, minSec),
      pitch,
      gain: gain * random.range(0.92, 1.06),
      pan,
    }
  })
}

/**
 * Returns the character of a pattern at a step of a bar. A pattern may be several bars long. It starts with the section
 * and repeats until the end of the section.
 */
export function patternAt(pattern: string, bar: Bar, step: number, steps: number): string {
  return pattern[(bar.inSection * steps + step) % pattern.length] ?? '.'
}

/** Returns the length of a note that starts at `step`. Each `-` after it makes it longer, at most until `end`. */
function heldSteps(signAt: (step: number) => string, step: number, end: number): number {
  let last = step + 1
  while (last < end && signAt(last) === '-') last += 1
  return last - step
}

export function playBass(timeline: Timeline, bars: readonly Bar[], pattern: string, low: number): StepNote[] {
  const { steps, plan } = timeline
  const out: StepNote[] = []
  for (const bar of bars) {
    if (bar.last) {
      const pitch = rootPitch(spanAt(bar, 0).chord, plan.tonic, low)
      out.push({ bar: bar.index, step: 0, length: steps, pitch, gain: 1, pan: 0 })
      continue
    }
    const signAt = (step: number): string => patternAt(pattern, bar, step, steps)
    for (let step = 0; step < steps; step++) {
      const sign = signAt(step)
      const gain = GAIN[sign]
      if (gain === undefined) continue
      const { chord, to } = spanAt(bar, step)
      const root = rootPitch(chord, plan.tonic, low)
      const next = rootPitch(bar.next, plan.tonic, low)
      const pitch = sign === '<' ? approachPitch(root, next) : root + bassInterval(sign, chord)
      out.push({ bar: bar.index, step, length: heldSteps(signAt, step, to), pitch, gain, pan: 0 })
    }
  }
  return out
}

/** Converts a character of a bass pattern to semitones above the root of the chord. */
function bassInterval(sign: string, chord: Chord): number {
  const toneOf = (candidates: readonly number[], fallback: number): number =>
    chord.tones.find((tone) => candidates.includes(tone)) ?? fallback
  switch (sign) {
    case '3':
      return toneOf([3, 4], 7)
    case '5':
      return toneOf([7, 6], 7)
    case '7':
      return toneOf([10, 11, 9], 12)
    case '8':
      return 12
    default:
      return 0
  }
}

/**
 * Returns the pitch of the bass note before a chord change. The note leads from `root` to the root of the next chord,
 * `next`.
 */
function approachPitch(root: number, next: number): number {
  return next + (next > root ? -2 : 2) - (Math.abs(next - root) < 2 ? 5 : 0)
}

/**
 * Composes the chords of a pattern, as whole chords or note by note. From chord to chord the pitches change as little
 * as possible.
 */
export function playChords(
  timeline: Timeline,
  bars: readonly Bar[],
  player: ChordPlayer,
  pattern: string,
): StepNote[] {
  const { steps, plan } = timeline
  const out: StepNote[] = []
  let voicing: number[] = []
  let symbol = ''
  for (const bar of bars) {
    const signAt = (step: number): string => patternAt(pattern, bar, step, steps)
    for (let step = 0; step < steps; step++) {
      const { chord, to } = spanAt(bar, step)
      if (chord.symbol !== symbol) {
        voicing = voiceLead(voicing, chord, plan.tonic, player)
        symbol = chord.symbol
      }
      const sign = bar.last ? (step === 0 ? 'X' : '.') : signAt(step)
      if (sign === '.' || sign === '-') continue
      const length = bar.last ? steps : heldSteps(signAt, step, to)
      const position = { bar: bar.index, step, length }
      if (sign === 'b') {
        const pitch = rootPitch(chord, plan.tonic, player.low - 14)
        out.push({ ...position, pitch, gain: 1, pan: 0 })
      } else
        out.push(...chordNotes(sign, voicing, player.low, step).map((note) => ({ ...position, ...note })))
    }
  }
  return out
}

type ChordNote = Pick<StepNote, 'pitch' | 'gain' | 'pan'>

/**
 * Returns the notes for a character of a chord pattern. A digit means one note of the chord, 0 the lowest. Any other
 * character means all notes.
 */
function chordNotes(sign: string, voicing: readonly number[], low: number, step: number): ChordNote[] {
  if (/\d/.test(sign)) {
    const index = Number(sign)
    const octave = Math.floor(index / voicing.length)
    const pitch = (voicing[index % voicing.length] ?? low) + 12 * octave
    return [{ pitch, gain: step % 4 === 0 ? 1 : 0.84, pan: ((index % 4) - 1.5) * 0.22 }]
  }
  const gain = (GAIN[sign] ?? 0.8) / Math.sqrt(voicing.length)
  return voicing.map((pitch, i) => ({
    pitch,
    gain,
    pan: (i / Math.max(1, voicing.length - 1) - 0.5) * 0.7,
  }))
}

/** Composes sustained chords. Each chord sounds until the next chord. */
export function playPad(timeline: Timeline, bars: readonly Bar[], low: number, voices: number): StepNote[] {
  const out: StepNote[] = []
  let voicing: number[] = []
  for (const bar of bars) {
    for (const { chord, from, to } of bar.spans) {
      voicing = voiceLead(voicing, chord, timeline.plan.tonic, { low, voices })
      const gain = 1 / Math.sqrt(voicing.length)
      const position = { bar: bar.index, step: from, length: to - from }
      voicing.forEach((pitch, i) => out.push({ ...position, pitch, gain, pan: i % 2 === 0 ? -0.3 : 0.3 }))
    }
  }
  return out
}

/**
 * Composes a second melody with long notes of a half or a whole bar. It uses the notes of the chord except the root, in
 * small steps.
 */
export function playCounter(timeline: Timeline, bars: readonly Bar[], low: number): StepNote[] {
  const { steps, plan } = timeline
  const out: StepNote[] = []
  let last = low + 7
  for (const bar of bars) {
    const halves = bar.last || bar.inSection % 2 === 0 ? [0] : [0, steps / 2]
    halves.forEach((step, i) => {
      const { chord } = spanAt(bar, step)
      const classes = chordClasses({ ...chord, tones: chord.tones.slice(1) })
      const tones = pitchesIn(classes, plan.tonic, low, low + 14)
      const pitch = nearest(i === 0 ? tones : tones.filter((tone) => tone !== last), last)
      out.push({ bar: bar.index, step, length: (halves[i + 1] ?? steps) - step, pitch, gain: 0.9, pan: 0 })
      last = pitch
    })
  }
  return out
}
