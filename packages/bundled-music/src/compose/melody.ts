import type { Random } from '../catalogue/random.ts'
import type { Bar } from './song-timeline.ts'
import { spanAt } from './song-timeline.ts'
import { chordClasses, chordScale, type Mode, nearest, pitchesIn } from './theory.ts'

/** A note of a melody. `step` and `length` are in sixteenths, `accent` is from 0 to 1. */
export type MelodyNote = {
  readonly bar: number
  readonly step: number
  readonly length: number
  readonly pitch: number
  readonly accent: number
}

type Onset = { readonly step: number; readonly length: number }
/** A short melody: a rhythm with the pitch of each note, in scale steps above the first note. */
type Motif = { readonly onsets: readonly Onset[]; readonly contour: readonly number[] }

export type MelodyOptions = {
  readonly mode: Mode
  readonly tonic: number
  readonly low: number
  readonly cells: readonly string[]
  readonly cadences: readonly string[]
  readonly random: Random
}

const SPAN = 15
/**
 * The forms of a phrase of four bars. Each letter is a short melody: `a` and `b` are variants of `A` and `B`, and `c`
 * is the end of the phrase.
 */
const PHRASES = ['ABAc', 'AABc', 'ABBc', 'AbAc', 'ABac'] as const

/** Parses a rhythm such as `x--.x---`: each `x` starts a note, and each `-` makes the note a sixteenth longer. */
export function parseRhythm(pattern: string): Onset[] {
  const onsets: Onset[] = []
  for (let step = 0; step < pattern.length; step++) {
    if (pattern[step] !== 'x' && pattern[step] !== 'X') continue
    let end = step + 1
    while (pattern[end] === '-') end += 1
    onsets.push({ step, length: end - step })
  }
  return onsets
}

/**
 * Creates random pitches in scale steps, at most five steps from the first pitch. Most steps are small. After a leap
 * the direction changes.
 */
function randomContour(count: number, random: Random): number[] {
  const contour = [0]
  let direction = random.chance(0.58) ? 1 : -1
  for (let i = 1; i < count; i++) {
    const before = contour.at(-1) ?? 0
    const kind = random.next()
    const size = kind < 0.14 ? 0 : kind < 0.66 ? 1 : kind < 0.86 ? 2 : random.chance(0.6) ? 3 : 4
    let value = before + direction * size
    if (Math.abs(value) > 5) value = before - direction * size
    contour.push(value)
    if (size >= 2 || random.chance(0.32)) direction = -direction
  }
  return contour
}

function randomMotif(cells: readonly string[], random: Random): Motif {
  const drawn = parseRhythm(random.pick(cells))
  // One note may be left out, so that the same pattern gives several rhythms.
  const drop = drawn.length > 3 && random.chance(0.4) ? 1 + random.below(drawn.length - 1) : -1
  const onsets = drawn.filter((_, i) => i !== drop)
  return { onsets, contour: randomContour(onsets.length, random) }
}

/** Creates a variant of a short melody: with inverted steps, or with another ending. */
function variantOf(motif: Motif, random: Random): Motif {
  if (random.chance(0.45)) return { ...motif, contour: motif.contour.map((step) => -step) }
  const head = Math.ceil(motif.contour.length / 2)
  const tail = randomContour(motif.contour.length - head + 1, random).slice(1)
  const pivot = motif.contour[head - 1] ?? 0
  return { ...motif, contour: [...motif.contour.slice(0, head), ...tail.map((step) => pivot + step)] }
}

function isStrong(onset: Onset): boolean {
  return onset.step % 8 === 0 || onset.length >= 4
}

/**
 * Composes a melody for the bars of a section, in phrases of four bars with repeated short melodies. Long notes and
 * notes on strong beats are notes of the chord.
 */
export function composeMelody(bars: readonly Bar[], options: MelodyOptions): MelodyNote[] {
  const { random, tonic, low } = options
  const motifs: Record<string, Motif> = {}
  motifs.A = randomMotif(options.cells, random)
  motifs.B = randomMotif(options.cells, random)
  motifs.a = variantOf(motifs.A, random)
  motifs.b = variantOf(motifs.B, random)
  const phrase = random.pick(PHRASES)
  const cadence = parseRhythm(random.pick(options.cadences))
  const close: Motif = { onsets: cadence, contour: randomContour(cadence.length, random) }
  const rise = random.range(1, 4)
  const notes: MelodyNote[] = []
  let last = low + 6
  bars.forEach((bar, i) => {
    const closing = phrase[i % 4] === 'c' || i === bars.length - 1
    const motif = closing ? close : (motifs[phrase[i % 4] ?? 'A'] ?? close)
    const arch = low + 6 + rise * Math.sin((Math.PI * (i % 4)) / 3)
    const finalPhrase = i % 8 >= 4 || i === bars.length - 1
    let anchorIndex = -1
    motif.onsets.forEach((onset, n) => {
      const { chord } = spanAt(bar, onset.step)
      const scale = pitchesIn(chordScale(options.mode, chord), tonic, low, low + SPAN)
      const tones = pitchesIn(chordClasses(chord), tonic, low, low + SPAN)
      if (anchorIndex < 0) anchorIndex = scale.indexOf(nearest(tones, 0.45 * last + 0.55 * arch))
      const target = anchorIndex + (motif.contour[n] ?? 0)
      const reflected =
        target < 0 ? -target : target >= scale.length ? 2 * (scale.length - 1) - target : target
      let pitch = scale[Math.max(0, reflected)] ?? last
      if (isStrong(onset) || n === 0) pitch = nearest(tones, pitch)
      if (closing && n === motif.onsets.length - 1) pitch = closingPitch(tones, tonic, pitch, finalPhrase)
      notes.push({ bar: i, ...onset, pitch, accent: onset.step % 4 === 0 ? 1 : 0.82 })
      last = pitch
    })
  })
  return notes
}

/**
 * Chooses the last pitch of a phrase. A final phrase ends on the tonic if the chord contains it. Otherwise the phrase
 * ends on another note of the chord, if there is one.
 */
function closingPitch(tones: readonly number[], tonic: number, near: number, final: boolean): number {
  const tonics = tones.filter((tone) => (tone - tonic) % 12 === 0)
  const others = tones.filter((tone) => (tone - tonic) % 12 !== 0)
  const choice = final && tonics.length > 0 ? tonics : others.length > 0 ? others : tones
  return nearest(choice, near)
}
