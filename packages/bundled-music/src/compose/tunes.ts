import type { Note } from '../audio/score.ts'
import { type Random, randomFrom } from '../catalogue/random.ts'
import { composeTune, type TuneNote } from './melody.ts'
import type { Played } from './players.ts'
import type { SectionKind } from './style.ts'
import type { Bar, Timeline } from './timeline.ts'

const ECHOES = [
  { times: 1, gain: 0.36, pan: 0.5 },
  { times: 2, gain: 0.17, pan: -0.5 },
  { times: 3, gain: 0.08, pan: 0.3 },
]

/** The tune of each kind of section: verses share one, choruses another, the rest borrow or answer. */
export function writeTunes(timeline: Timeline, random: Random): Map<SectionKind, TuneNote[]> {
  const { plan, bars } = timeline
  const { melody } = plan.style
  const tunes = new Map<SectionKind, TuneNote[]>()
  const raised = random.range(0, 4)
  for (const kind of ['verse', 'chorus', 'bridge', 'intro', 'outro'] as const) {
    const longest = plan.sections
      .filter((section) => section.kind === kind)
      .sort((a, b) => b.bars - a.bars)[0]
    if (!longest) continue
    // A tune of eight bars comes back in sections of sixteen.
    const length = Math.min(8, longest.bars)
    const seed = kind === 'outro' || kind === 'intro' ? 'chorus' : kind
    const tuneBars = bars.slice(longest.startBar, longest.startBar + length)
    const own = randomFrom(`tune ${seed} ${plan.seed}`)
    const cells = kind === 'verse' || kind === 'bridge' ? melody.verse : melody.chorus
    const low = melody.low + (kind === 'chorus' ? raised : 0) - 2
    tunes.set(
      kind,
      composeTune(tuneBars, {
        mode: plan.mode,
        tonic: plan.tonic,
        low,
        cells,
        cadences: melody.cadences,
        random: own,
      }),
    )
  }
  return tunes
}

export function playTune(
  timeline: Timeline,
  bars: readonly Bar[],
  tunes: ReadonlyMap<SectionKind, TuneNote[]>,
): Played[] {
  const { plan, steps } = timeline
  return bars.flatMap((bar): Played[] => {
    const tune = tunes.get(bar.section.kind) ?? []
    const tuneBars = Math.max(1, ...tune.map((note) => note.bar + 1))
    if (bar.last) {
      const end = tune.at(-1)?.pitch ?? 60
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
    return tune
      .filter((note) => note.bar === bar.inSection % tuneBars)
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

/** A tune with its fading repeats, thrown from side to side; none that would be cut off by the end of the song. */
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
