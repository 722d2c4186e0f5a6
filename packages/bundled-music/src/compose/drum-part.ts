import { DRUM_PIECES, type DrumPiece } from '../audio/synth/patch.ts'
import type { Random } from '../catalogue/random.ts'
import { patternAt, type StepNote } from './parts.ts'
import type { Groove, Layer, Style } from './style.ts'
import type { Bar, Timeline } from './song-timeline.ts'

/** The gain of a hit, by its character in the pattern: accent, hit or ghost note. */
const GAIN: Record<string, number> = { X: 1, x: 0.78, o: 0.4 }
const PAN: Partial<Record<DrumPiece, number>> = {
  hat: 0.22,
  openHat: 0.26,
  ride: -0.3,
  shaker: -0.35,
  conga: 0.4,
  cowbell: 0.3,
  rim: -0.1,
  crash: -0.2,
  brush: 0.1,
}
/** Drums that can play high and low notes. The other drums vary only a little in pitch. */
const TUNED: ReadonlySet<DrumPiece> = new Set(['tom', 'conga'])

/**
 * The drum patterns of a song: a light one (`beat`), a full one (`drums`), and a short one at the end of a section
 * (`fill`).
 */
export type DrumPatterns = {
  readonly beat: Groove
  readonly drums: Groove
  readonly fill: Groove | undefined
}

export function chooseDrums(style: Style, random: Random): DrumPatterns {
  return {
    beat: random.pick(style.grooves.beat),
    drums: random.pick(style.grooves.drums),
    fill: style.fills.length > 0 ? random.pick(style.fills) : undefined,
  }
}

/**
 * Composes the drums. A section starts with a crash and ends with a fill, and sometimes has a fill in the middle. The
 * last bar has a single hit.
 */
export function playDrums(
  timeline: Timeline,
  parts: DrumPatterns,
  layersOf: (bar: Bar) => ReadonlySet<Layer>,
  random: Random,
): Map<DrumPiece, StepNote[]> {
  const { steps, bars } = timeline
  const hits = new Map<DrumPiece, StepNote[]>()
  const hit = (piece: DrumPiece, bar: Bar, step: number, gain: number): void => {
    const played = hits.get(piece) ?? []
    hits.set(piece, played)
    const variant = TUNED.has(piece)
      ? 60 + (step % 8 < 4 ? 3 : -3) - (step % 4 === 3 ? 2 : 0)
      : 60 + (step % 4 === 0 ? 0 : 0.2)
    played.push({ bar: bar.index, step, length: 1, pitch: variant, gain, pan: PAN[piece] ?? 0 })
  }
  for (const bar of bars) {
    const layers = layersOf(bar)
    const groove = layers.has('drums') ? parts.drums : layers.has('beat') ? parts.beat : undefined
    if (bar.last) {
      if (groove) for (const piece of ['kick', 'crash'] as const) hit(piece, bar, 0, 0.8)
      continue
    }
    if (!groove) continue
    const leadingOut = bar.inSection === bar.section.bars - 1
    const smallFill = bar.inSection % 4 === 3 && random.chance(0.25)
    const fill = parts.fill && (leadingOut || smallFill) ? parts.fill : undefined
    const fillFrom = leadingOut ? steps / 4 : steps / 2
    if (bar.inSection === 0 && layers.has('drums') && bar.index > 0)
      hit('crash', bar, 0, bar.section.kind === 'chorus' ? 0.9 : 0.6)
    for (const piece of DRUM_PIECES) {
      for (let step = 0; step < steps; step++) {
        const filling = fill !== undefined && step >= fillFrom
        const source =
          filling && (fill[piece] !== undefined || piece === 'snare' || piece === 'tom' || piece === 'clap')
            ? fill[piece]
            : groove[piece]
        const gain =
          source === undefined
            ? undefined
            : GAIN[
                filling && source === fill?.[piece]
                  ? (source[step] ?? '.')
                  : patternAt(source, bar, step, steps)
              ]
        if (gain !== undefined) hit(piece, bar, step, gain)
      }
    }
  }
  return hits
}
