import { randomFrom } from '../catalogue/random.ts'
import type { SectionKind, Style } from './style.ts'
import { MODES, type Mode } from './theory.ts'

export type Section = {
  readonly kind: SectionKind
  readonly bars: number
  readonly startBar: number
  /** The number of earlier sections of the same kind. */
  readonly occurrence: number
}

/** The plan from which a song is composed. The duration is already known from the plan. */
export type SongPlan = {
  readonly seed: string
  readonly style: Style
  readonly beatsPerMinute: number
  /** The key note as a pitch class. 0 is C. */
  readonly tonic: number
  readonly mode: Mode
  readonly sections: readonly Section[]
  readonly durationMs: number
}

/** A song has at least `SHORTEST_SEC` and at most `LONGEST_SEC`, without the sound after its last note. */
const LONGEST_SEC = 225
const SHORTEST_SEC = 125
/** If the style slows down at the end, the last three bars are longer by these factors. */
const SLOWING = [1.05, 1.14, 1.32]
const RING_OUT_SEC = 0.4

const KINDS: readonly SectionKind[] = ['intro', 'verse', 'chorus', 'bridge', 'outro']

/**
 * Parses the form of a song: `intro4 verse8` is an intro of 4 bars and a verse of 8 bars.
 * @throws for an unknown section or a wrong number of bars
 */
export function parseForm(text: string): { kind: SectionKind; bars: number }[] {
  return text.split(' ').map((word) => {
    const kind = KINDS.find((name) => word.startsWith(name))
    const bars = Number(word.slice(kind?.length))
    if (!kind || !Number.isInteger(bars) || bars < 1) throw new Error(`no section ${word}`)
    return { kind, bars }
  })
}

/** Removes or repeats sections in the middle of a form until the length is between `SHORTEST_SEC` and `LONGEST_SEC`. */
function fitForm(
  form: { kind: SectionKind; bars: number }[],
  barSec: number,
): { kind: SectionKind; bars: number }[] {
  const sections = [...form]
  const lengthSec = (): number => sections.reduce((sum, section) => sum + section.bars, 0) * barSec
  while (lengthSec() > LONGEST_SEC && sections.length > 4) sections.splice(sections.length - 3, 1)
  while (lengthSec() < SHORTEST_SEC) {
    const middle = sections
      .filter((section) => section.kind === 'verse' || section.kind === 'chorus')
      .slice(0, 2)
    if (middle.length === 0) throw new Error('a form needs a verse or a chorus')
    sections.splice(sections.length - 1, 0, ...middle)
  }
  return sections
}

/** Returns the start of each bar in seconds. The last entry is the end of the last bar. */
export function barStartsSec(plan: Pick<SongPlan, 'style' | 'beatsPerMinute' | 'sections'>): number[] {
  const bars = plan.sections.reduce((sum, section) => sum + section.bars, 0)
  const barSec = (plan.style.beatsPerBar * 60) / plan.beatsPerMinute
  const starts = [0]
  for (let bar = 0; bar < bars; bar++) {
    const slowing = plan.style.slowsAtEnd ? (SLOWING[SLOWING.length - (bars - bar)] ?? 1) : 1
    starts.push((starts.at(-1) ?? 0) + barSec * slowing)
  }
  return starts
}

/**
 * Chooses tempo, key, mode and form at random. The names of the album and the song are the seeds. So a song always has
 * the same plan, and songs of one album are similar. The function must be fast, because the catalogue needs all plans
 * at the start.
 */
export function planSong(style: Style, album: string, song: string): SongPlan {
  const family = randomFrom(`album ${album}`)
  const random = randomFrom(`song ${song}`)
  const [slowest, fastest] = style.tempo
  const centre = family.range(slowest, fastest)
  const beatsPerMinute = Math.round(
    Math.min(fastest, Math.max(slowest, centre + random.range(-0.45, 0.45) * (fastest - slowest))),
  )
  const home = family.below(12)
  const tonic = (home + 7 * random.below(5) + (random.chance(0.3) ? 3 : 0)) % 12
  const mode = random.pick(style.modes)
  const form = fitForm(parseForm(random.pick(style.forms)), (style.beatsPerBar * 60) / beatsPerMinute)
  const seen = new Map<SectionKind, number>()
  let startBar = 0
  const sections = form.map(({ kind, bars }) => {
    const occurrence = seen.get(kind) ?? 0
    seen.set(kind, occurrence + 1)
    const section = { kind, bars, startBar, occurrence }
    startBar += bars
    return section
  })
  const endSec = barStartsSec({ style, beatsPerMinute, sections }).at(-1) ?? 0
  const durationMs = Math.round((endSec + RING_OUT_SEC + 0.6 * style.room.decaySec) * 1000)
  return { seed: song, style, beatsPerMinute, tonic, mode, sections, durationMs }
}

/** Returns whether the mode has a minor third. A song in such a mode ends on a minor chord. */
export function isMinor(mode: Mode): boolean {
  return MODES[mode].some((degree) => degree === 3)
}
