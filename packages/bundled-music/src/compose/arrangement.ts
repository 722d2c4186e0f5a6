import type { Random } from '../catalogue/random.ts'
import type { SongPlan } from './song-plan.ts'
import type { StepNote } from './parts.ts'
import type { Layer, SectionKind } from './style.ts'
import type { Bar } from './song-timeline.ts'

const SECTION_GAIN: Record<SectionKind, number> = {
  intro: 0.9,
  verse: 0.86,
  chorus: 1,
  bridge: 0.9,
  outro: 0.9,
}
function parseLayers(words: string): ReadonlySet<Layer> {
  const names = words.split(' ')
  const all: readonly Layer[] = [
    'beat',
    'drums',
    'bass',
    'chords',
    'pad',
    'arp',
    'lead',
    'hook',
    'counter',
    'texture',
  ]
  return new Set(all.filter((layer) => names.includes(layer)))
}

/**
 * Chooses the layers (groups of instruments) that play in each bar. The second half of an intro has one more
 * layer.
 */
export function createArrangement(plan: SongPlan, random: Random): (bar: Bar) => ReadonlySet<Layer> {
  const { layers } = plan.style
  const intro = parseLayers(random.pick(layers.intro))
  const additional = (['chords', 'arp', 'bass', 'pad'] as const).filter((layer) => !intro.has(layer))
  const grownIntro = new Set([...intro, ...additional.slice(0, 1)])
  const bySection = new Map(
    plan.sections.map((section) => {
      const choices = layers[section.kind]
      const free = section.kind === 'bridge' || section.kind === 'outro'
      const choice = free ? random.below(choices.length) : Math.min(section.occurrence, choices.length - 1)
      return [section, parseLayers(choices[choice] ?? '')] as const
    }),
  )
  return (bar) => {
    if (bar.section.kind === 'intro') return bar.inSection * 2 < bar.section.bars ? intro : grownIntro
    return bySection.get(bar.section) ?? intro
  }
}

/** Returns the gain for a set of layers. Passages without drums or with few instruments are made louder. */
function sparseGain(layers: ReadonlySet<Layer>): number {
  const drummed = layers.has('drums') || layers.has('beat')
  const voices = [...layers].filter((layer) => layer !== 'texture').length
  return (drummed ? 1 : 1.55) * (voices <= 1 ? 1.5 : voices === 2 ? 1.25 : 1)
}

/** Applies the gain of each section. A bridge gets louder towards its end. */
export function withDynamics(
  notes: readonly StepNote[],
  bars: readonly Bar[],
  layersOf: (bar: Bar) => ReadonlySet<Layer>,
): StepNote[] {
  return notes.map((note) => {
    const bar = bars[note.bar]
    if (!bar) return note
    const { kind, bars: length } = bar.section
    const growth = kind === 'bridge' ? 0.78 + 0.3 * (bar.inSection / length) : 1
    return { ...note, gain: note.gain * SECTION_GAIN[kind] * growth * sparseGain(layersOf(bar)) }
  })
}
