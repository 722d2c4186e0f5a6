import { randomFrom } from '../catalogue/random.ts'
import { barStartsSec, isMinor, type Section, type SongPlan } from './song-plan.ts'
import type { SectionKind } from './style.ts'
import { type Chord, parseChord, parseProgression } from './theory.ts'

/** A chord within a bar, from a sixteenth (inclusive) to a sixteenth (exclusive). */
export type ChordSpan = { readonly chord: Chord; readonly from: number; readonly to: number }

export type Bar = {
  readonly index: number
  /** The index of the bar in its section. */
  readonly inSection: number
  readonly section: Section
  readonly spans: readonly ChordSpan[]
  /** The chord after the end of the bar. */
  readonly next: Chord
  readonly last: boolean
}

/** The bars of a song with their chords. `steps` is the number of sixteenths in a bar. */
export type Timeline = {
  readonly plan: SongPlan
  readonly steps: number
  readonly bars: readonly Bar[]
  /**
   * Converts a position to seconds from the start of the song. `step` counts sixteenths in the bar, and swing is added.
   * The step may be a fraction, and may be after the end of the bar.
   */
  secondsAt(bar: number, step: number): number
}

function progressions(plan: SongPlan): Record<SectionKind, Chord[][]> {
  const random = randomFrom(`harmony ${plan.seed}`)
  const { verse, chorus, bridge } = plan.style.progressions
  const verseChords = parseProgression(random.pick(verse))
  const chorusChords = parseProgression(random.pick(chorus))
  const bridgeChords = parseProgression(random.pick(bridge))
  // Intro and outro use the chords of the verse or of the chorus.
  return {
    intro: random.chance(0.6) ? verseChords : chorusChords,
    verse: verseChords,
    chorus: chorusChords,
    bridge: bridgeChords,
    outro: random.chance(0.5) ? verseChords : chorusChords,
  }
}

function swungPosition(step: number, swing: number, swungEighths: boolean): number {
  const unit = swungEighths ? 2 : 1
  const pair = Math.floor(step / (2 * unit))
  const within = (step - pair * 2 * unit) / unit
  const late = within <= 1 ? within * (1 + swing) : 1 + swing + (within - 1) * (1 - swing)
  return (pair * 2 + late) * unit
}

export function buildTimeline(plan: SongPlan): Timeline {
  const steps = plan.style.beatsPerBar * 4
  const starts = barStartsSec(plan)
  const chords = progressions(plan)
  const [leastSwing, mostSwing] = plan.style.swing
  const swing = randomFrom(`swing ${plan.seed}`).range(leastSwing, mostSwing)
  const home = parseChord(isMinor(plan.mode) ? 'i' : 'I')
  const total = starts.length - 1
  const chordsAt = (section: Section, inSection: number): Chord[] => {
    if (section.startBar + inSection === total - 1) return [home]
    const loop = chords[section.kind]
    return loop[inSection % loop.length] ?? [home]
  }
  const flat = plan.sections.flatMap((section) =>
    Array.from({ length: section.bars }, (_, inSection) => ({
      section,
      inSection,
      chords: chordsAt(section, inSection),
    })),
  )
  const bars = flat.map(({ section, inSection, chords: inBar }, index): Bar => {
    const width = steps / inBar.length
    const spans = inBar.map((chord, i) => ({
      chord,
      from: Math.round(i * width),
      to: Math.round((i + 1) * width),
    }))
    return {
      index,
      inSection,
      section,
      spans,
      next: flat[index + 1]?.chords[0] ?? home,
      last: index === total - 1,
    }
  })
  return {
    plan,
    steps,
    bars,
    secondsAt(bar, step) {
      const whole = bar + Math.floor(step / steps)
      const rest = step - Math.floor(step / steps) * steps
      const start = starts[whole]
      const end = starts[whole + 1]
      if (start === undefined || end === undefined)
        return (starts.at(-1) ?? 0) + (rest / steps) * ((starts[1] ?? 0) - (starts[0] ?? 0))
      return start + ((end - start) * swungPosition(rest, swing, plan.style.swungEighths)) / steps
    },
  }
}

/** Returns the chord that sounds at a sixteenth of a bar. */
export function spanAt(bar: Bar, step: number): ChordSpan {
  const span = bar.spans.find(({ to }) => step < to) ?? bar.spans.at(-1)
  if (!span) throw new Error('a bar without a chord')
  return span
}
