import type { Note } from '../audio/score.ts'
import { type Random, randomFrom } from '../catalogue/random.ts'
import { composeMelody, type MelodyNote } from './melody.ts'
import type { StepNote } from './parts.ts'
import type { SectionKind } from './style.ts'
import type { Bar, Timeline } from './song-timeline.ts'

const ECHOES = [
  { times: 1, gain: 0.36, pan: 0.5 },
  { times: 2, gain: 0.17, pan: -0.5 },
  { times: 3, gain: 0.08, pan: 0.3 },
]

/** Composes one melody for each kind of section. Intro and outro use the melody of the chorus. */
export function composeMelodies(timeline: Timeline, random: Random): Map<SectionKind, MelodyNote[]> {
  const { plan, bars } = timeline
  const { melody } = plan.style
  const melodies = new Map<SectionKind, MelodyNote[]>()
  const raised = random.range(0, 4)
  for (const kind of ['verse', 'chorus', 'bridge', 'intro', 'outro'] as const) {
    const longest = plan.sections
      .filter((section) => section.kind === kind)
      .sort((a, b) => b.bars - a.bars)[0]
    if (!longest) continue
    // A melody has at most 8 bars. A longer section repeats it.
    const length = Math.min(8, longest.bars)
    const seed = kind === 'outro' || kind === 'intro' ? 'chorus' : kind
    const melodyBars = bars.slice(longest.startBar, longest.startBar + length)
    const own = randomFrom(`tune ${seed} ${plan.seed}`)
    const cells = kind === 'verse' || kind === 'bridge' ? melody.verse : melody.chorus
    const low = melody.low + (kind === 'chorus' ? raised : 0) - 2
    melodies.set(
      kind,
      composeMelody(melodyBars, {
        mode: plan.mode,
        tonic: plan.tonic,
        low,
        cells,
        cadences: melody.cadences,
        random: own,
      }),
    )
  }
  return melodies
}

export function playMelody(
  timeline: Timeline,
  bars: readonly Bar[],
  melodies: ReadonlyMap<SectionKind, MelodyNote[]>,
): StepNote[] {
  const { plan, steps } = timeline
  return bars.flatMap((bar): StepNote[] => {
    const melody = melodies.get(bar.section.kind) ?? []
    const melodyBars = Math.max(1, ...melody.map((note) => note.bar + 1))
    if (bar.last) {
      const end = melody.at(-1)?.pitch ?? 60
      const tonic = end - ((((end - plan.tonic) % 12) + 12) % 12)
      return [
        {
          bar: bar.index,
          step: 0,
          length: steps,
          pitch: end - tonic > 6 ? tonic + 12 : tonic,
          gain: 0.9,
          pan: 0,
        },
      ]
    }
    return melody
      .filter((note) => note.bar === bar.inSection % melodyBars)
      .map((note) => ({
        bar: bar.index,
        step: note.step,
        length: note.length,
        pitch: note.pitch,
        gain: note.accent,
        pan: 0,
      }))
  })
}

/**
 * Adds echoes that become softer and alternate between left and right. Echoes after the end of the song are
 * left out.
 */
export function withEchoes(notes: readonly Note[], echoSec: number, endSec: number): Note[] {
  if (echoSec <= 0) return [...notes]
  return notes.flatMap((note) => [
    note,
    ...ECHOES.map(({ times, gain, pan }) => ({
      ...note,
      atSec: note.atSec + times * echoSec,
      gain: note.gain * gain,
      pan,
    })).filter((echo) => echo.atSec + echo.durationSec < endSec),
  ])
}
