import type { Note } from '../audio/score.ts'
import type { Random } from '../catalogue/random.ts'
import type { ChordPlayer } from './style.ts'
import { chordClasses, nearest, pitchesIn, rootPitch, voiceLead } from './theory.ts'
import { type Bar, spanAt, type Timeline } from './timeline.ts'

/** Where a note is meant to be, before a player's looseness moves it a hair. */
export type Played = {
  readonly bar: number
  readonly step: number
  readonly length: number
  readonly pitch: number
  readonly gain: number
  readonly pan: number
}

const STRENGTH: Record<string, number> = {
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

/** Turns what was meant into notes in seconds, with the small unevenness of a hand. */
export function perform(timeline: Timeline, played: readonly Played[], random: Random, ringSec = 0): Note[] {
  const loose = timeline.plan.style.looseSec
  return played.map(({ bar, step, length, pitch, gain, pan }) => {
    const atSec = timeline.secondsAt(bar, step)
    const endSec = timeline.secondsAt(bar, step + length)
    const shift = loose * (random.next() - 0.5) * 2
    return {
      atSec: Math.max(0, atSec + shift),
      durationSec: Math.max(0.05, endSec - atSec - 0.01, ringSec),
      pitch,
      gain: gain * random.range(0.92, 1.06),
      pan,
    }
  })
}

/** A pattern's character at a step of a bar; patterns of several bars go on from bar to bar of a section. */
export function patternAt(pattern: string, bar: Bar, step: number, steps: number): string {
  return pattern[(bar.inSection * steps + step) % pattern.length] ?? '.'
}

function heldSteps(pattern: string, bar: Bar, step: number, steps: number, until: number): number {
  let end = step + 1
  while (end < until && patternAt(pattern, bar, end, steps) === '-') end += 1
  return end - step
}

export function playBass(timeline: Timeline, bars: readonly Bar[], pattern: string, low: number): Played[] {
  const { steps, plan } = timeline
  const out: Played[] = []
  for (const bar of bars) {
    if (bar.last) {
      out.push({
        bar: bar.index,
        step: 0,
        length: steps,
        pitch: rootPitch(spanAt(bar, 0).chord, plan.tonic, low),
        gain: 1,
        pan: 0,
      })
      continue
    }
    for (let step = 0; step < steps; step++) {
      const sign = patternAt(pattern, bar, step, steps)
      const gain = STRENGTH[sign]
      if (gain === undefined) continue
      const { chord, to } = spanAt(bar, step)
      const root = rootPitch(chord, plan.tonic, low)
      const has = (wanted: readonly number[], otherwise: number): number =>
        chord.tones.find((tone) => wanted.includes(tone)) ?? otherwise
      const above =
        sign === '5'
          ? has([7, 6], 7)
          : sign === '3'
            ? has([3, 4], 7)
            : sign === '7'
              ? has([10, 11, 9], 12)
              : sign === '8'
                ? 12
                : 0
      const next = rootPitch(bar.next, plan.tonic, low)
      const pitch =
        sign === '<' ? next + (next > root ? -2 : 2) - (Math.abs(next - root) < 2 ? 5 : 0) : root + above
      out.push({
        bar: bar.index,
        step,
        length: heldSteps(pattern, bar, step, steps, to),
        pitch,
        gain,
        pan: 0,
      })
    }
  }
  return out
}

/** Comping, picking and arpeggios: patterns over voicings that move as little as they can. */
export function playChords(
  timeline: Timeline,
  bars: readonly Bar[],
  player: ChordPlayer,
  pattern: string,
): Played[] {
  const { steps, plan } = timeline
  const out: Played[] = []
  let voicing: number[] = []
  let symbol = ''
  for (const bar of bars) {
    for (let step = 0; step < steps; step++) {
      const { chord, to } = spanAt(bar, step)
      if (chord.symbol !== symbol) {
        voicing = voiceLead(voicing, chord, plan.tonic, player.low, player.voices)
        symbol = chord.symbol
      }
      const sign = bar.last ? (step === 0 ? 'X' : '.') : patternAt(pattern, bar, step, steps)
      if (sign === '.' || sign === '-') continue
      const length = bar.last ? steps : heldSteps(pattern, bar, step, steps, to)
      const add = (pitch: number, gain: number, pan: number): number =>
        out.push({ bar: bar.index, step, length, pitch, gain, pan })
      if (sign === 'b') add(rootPitch(chord, plan.tonic, player.low - 14), 1, 0)
      else if (/\d/.test(sign)) {
        const index = Number(sign)
        const octave = Math.floor(index / voicing.length)
        const pitch = (voicing[index % voicing.length] ?? player.low) + 12 * octave
        add(pitch, step % 4 === 0 ? 1 : 0.84, ((index % 4) - 1.5) * 0.22)
      } else {
        const share = (STRENGTH[sign] ?? 0.8) / Math.sqrt(voicing.length)
        voicing.forEach((pitch, i) => add(pitch, share, (i / Math.max(1, voicing.length - 1) - 0.5) * 0.7))
      }
    }
  }
  return out
}

/** Long chords, one for each change. */
export function playPad(timeline: Timeline, bars: readonly Bar[], low: number, voices: number): Played[] {
  const out: Played[] = []
  let voicing: number[] = []
  for (const bar of bars) {
    for (const { chord, from, to } of bar.spans) {
      voicing = voiceLead(voicing, chord, timeline.plan.tonic, low, voices)
      const gain = 1 / Math.sqrt(voicing.length)
      voicing.forEach((pitch, i) =>
        out.push({
          bar: bar.index,
          step: from,
          length: to - from,
          pitch,
          gain,
          pan: i % 2 === 0 ? -0.3 : 0.3,
        }),
      )
    }
  }
  return out
}

/** A second voice that moves by the least step between the chords' colouring notes, half a bar at a time. */
export function playCounter(timeline: Timeline, bars: readonly Bar[], low: number): Played[] {
  const { steps, plan } = timeline
  const out: Played[] = []
  let last = low + 7
  for (const bar of bars) {
    const halves = bar.last || bar.inSection % 2 === 0 ? [0] : [0, steps / 2]
    halves.forEach((step, i) => {
      const { chord } = spanAt(bar, step)
      const colours = chordClasses({ ...chord, tones: chord.tones.slice(1) })
      const tones = pitchesIn(colours, plan.tonic, low, low + 14)
      const pitch = nearest(i === 0 ? tones : tones.filter((tone) => tone !== last), last)
      out.push({ bar: bar.index, step, length: (halves[i + 1] ?? steps) - step, pitch, gain: 0.9, pan: 0 })
      last = pitch
    })
  }
  return out
}
