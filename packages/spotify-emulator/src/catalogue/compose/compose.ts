import type { Note, Part, Score } from '../../audio/score.ts'
import type { Patch } from '../../audio/synth/patch.ts'
import { type Random, randomFrom } from '../random.ts'
import { type Band, bandOf } from './band.ts'
import { chooseDrums, playDrums } from './drummer.ts'
import { composeTune, type TuneNote } from './melody.ts'
import type { SongPlan } from './plan.ts'
import { perform, type Played, playBass, playChords, playCounter, playPad } from './players.ts'
import type { Layer, SectionKind } from './style.ts'
import { type Bar, buildTimeline, type Timeline } from './timeline.ts'

const LEVEL_DB: Record<Layer, number> = { beat: 0, drums: 0, bass: -4, chords: -10, pad: -15, arp: -13, lead: -7, hook: -6, counter: -13, texture: -24 }
const DRUM_LEVEL_DB: Record<string, number> = { kick: -3, snare: -7, clap: -10, rim: -12, hat: -17, openHat: -17, ride: -19, crash: -15, tom: -8, shaker: -20, conga: -13, cowbell: -18, brush: -14 }
/** How much of each layer goes into the room, before the style's own amount. */
const ROOM: Record<Layer, number> = { beat: 0.2, drums: 0.2, bass: 0.04, chords: 0.35, pad: 0.5, arp: 0.5, lead: 0.45, hook: 0.45, counter: 0.5, texture: 0.05 }
const SECTION_GAIN: Record<SectionKind, number> = { intro: 0.9, verse: 0.86, chorus: 1, bridge: 0.9, outro: 0.9 }
const ECHOES = [
  { times: 1, gain: 0.36, pan: 0.5 },
  { times: 2, gain: 0.17, pan: -0.5 },
  { times: 3, gain: 0.08, pan: 0.3 },
]

function parseLayers(words: string): ReadonlySet<Layer> {
  const wanted = words.split(' ')
  const all: readonly Layer[] = ['beat', 'drums', 'bass', 'chords', 'pad', 'arp', 'lead', 'hook', 'counter', 'texture']
  return new Set(all.filter((layer) => wanted.includes(layer)))
}

/** Which layers play in each bar; the second half of an intro brings one more in. */
function arrange(plan: SongPlan, random: Random): (bar: Bar) => ReadonlySet<Layer> {
  const { layers } = plan.style
  const intro = parseLayers(random.pick(layers.intro))
  const bySection = plan.sections.map((section) => {
    if (section.kind === 'intro') return intro
    const choices = layers[section.kind]
    const choice = section.kind === 'bridge' || section.kind === 'outro' ? random.below(choices.length) : Math.min(section.occurrence, choices.length - 1)
    return parseLayers(choices[choice] ?? '')
  })
  return (bar) => bySection[plan.sections.indexOf(bar.section)] ?? intro
}

/** The tune of each kind of section: verses share one, choruses another, the rest borrow or answer. */
function writeTunes(timeline: Timeline, random: Random): Map<SectionKind, TuneNote[]> {
  const { plan, bars } = timeline
  const { melody } = plan.style
  const tunes = new Map<SectionKind, TuneNote[]>()
  const raised = random.range(0, 4)
  for (const kind of ['verse', 'chorus', 'bridge', 'intro', 'outro'] as const) {
    const longest = plan.sections.filter((section) => section.kind === kind).sort((a, b) => b.bars - a.bars)[0]
    if (!longest) continue
    // A tune of eight bars comes back in sections of sixteen.
    const length = Math.min(8, longest.bars)
    const seed = kind === 'outro' || kind === 'intro' ? 'chorus' : kind
    const tuneBars = bars.slice(longest.startBar, longest.startBar + length)
    const own = randomFrom(`tune ${seed} ${plan.seed}`)
    const cells = kind === 'verse' || kind === 'bridge' ? melody.verse : melody.chorus
    const low = melody.low + (kind === 'chorus' ? raised : 0) - 2
    tunes.set(kind, composeTune(tuneBars, { mode: plan.mode, tonic: plan.tonic, low, cells, cadences: melody.cadences, random: own }))
  }
  return tunes
}

function playTune(timeline: Timeline, bars: readonly Bar[], tunes: ReadonlyMap<SectionKind, TuneNote[]>): Played[] {
  const { plan, steps } = timeline
  return bars.flatMap((bar): Played[] => {
    const tune = tunes.get(bar.section.kind) ?? []
    const tuneBars = Math.max(1, ...tune.map((note) => note.bar + 1))
    if (bar.last) {
      const end = tune.at(-1)?.pitch ?? 60
      const tonic = end - ((((end - plan.tonic) % 12) + 12) % 12)
      return [{ bar: bar.index, step: 0, length: steps, pitch: end - tonic > 6 ? tonic + 12 : tonic, gain: 0.9, pan: 0 }]
    }
    return tune
      .filter((note) => note.bar === bar.inSection % tuneBars)
      .map((note) => ({ bar: bar.index, step: note.step, length: note.length, pitch: note.pitch, gain: note.accent, pan: 0 }))
  })
}

function withEchoes(notes: readonly Note[], echoSec: number): Note[] {
  if (echoSec <= 0) return [...notes]
  return notes.flatMap((note) => [
    note,
    ...ECHOES.map(({ times, gain, pan }) => ({ ...note, atSec: note.atSec + times * echoSec, gain: note.gain * gain, pan })),
  ])
}

/** Few players make up for many: a passage without drums, or with hardly anyone, is played out more. */
function exposure(layers: ReadonlySet<Layer>): number {
  const drummed = layers.has('drums') || layers.has('beat')
  const voices = [...layers].filter((layer) => layer !== 'texture').length
  return (drummed ? 1 : 1.55) * (voices <= 1 ? 1.5 : voices === 2 ? 1.25 : 1)
}

/** Sections are played at their own strength, and a bridge grows towards what follows it. */
function shaded(played: readonly Played[], bars: readonly Bar[], layersOf: (bar: Bar) => ReadonlySet<Layer>): Played[] {
  return played.map((note) => {
    const bar = bars[note.bar]
    if (!bar) return note
    const { kind, bars: length } = bar.section
    const growth = kind === 'bridge' ? 0.78 + 0.3 * (bar.inSection / length) : 1
    return { ...note, gain: note.gain * SECTION_GAIN[kind] * growth * exposure(layersOf(bar)) }
  })
}

const CRACKLE_SEC = 0.94

/** Writes the whole song. The same plan and artist always give the same score. */
export function composeSong(plan: SongPlan, artist: string, gainDb: number): Score {
  const { style } = plan
  const random = randomFrom(`arrangement ${plan.seed}`)
  const timeline = buildTimeline(plan)
  const band: Band = bandOf(style, artist)
  const layersOf = arrange(plan, random)
  const barsWith = (...layers: Layer[]): Bar[] => timeline.bars.filter((bar) => layers.some((layer) => layersOf(bar).has(layer)))
  const tunes = writeTunes(timeline, random)
  const echoSec = (style.melody.echoSteps * 15) / plan.beatsPerMinute
  const parts: Part[] = []
  const add = (layer: Layer, patch: Patch, played: readonly Played[], options: { ringSec?: number; echoSec?: number; pan?: number } = {}): void => {
    const notes = perform(timeline, shaded(played, timeline.bars, layersOf), random, options.ringSec ?? 0)
    const panned = options.pan === undefined ? notes : notes.map((note) => ({ ...note, pan: Math.max(-1, Math.min(1, note.pan + (options.pan ?? 0))) }))
    parts.push({
      name: layer,
      patch,
      levelDb: style.levelsDb[layer] ?? LEVEL_DB[layer],
      reverbSend: ROOM[layer] * style.room.amount,
      pumped: layer !== 'lead' && layer !== 'hook',
      notes: withEchoes(panned, options.echoSec ?? 0),
    })
  }

  add('bass', band.bass, playBass(timeline, barsWith('bass'), random.pick(style.bass.patterns), style.bass.low))
  const chordPattern = random.pick(style.chords.patterns)
  add('chords', band.chords, playChords(timeline, barsWith('chords'), style.chords, chordPattern), { ringSec: style.chords.ringSec, pan: -0.12 })
  const arpPattern = random.pick(style.arp.patterns)
  add('arp', band.arp, playChords(timeline, barsWith('arp'), style.arp, arpPattern), { ringSec: style.arp.ringSec, pan: 0.28 })
  add('pad', band.pad, playPad(timeline, barsWith('pad'), style.pad.low, style.pad.voices))
  add('lead', random.pick(band.leads), playTune(timeline, barsWith('lead'), tunes), { echoSec })
  add('hook', random.pick(band.hooks), playTune(timeline, barsWith('hook'), tunes), { echoSec })
  add('counter', band.counter, playCounter(timeline, barsWith('counter'), style.melody.low - 8), { pan: -0.35 })

  const drums = playDrums(timeline, chooseDrums(style, random), layersOf, random)
  let kicksSec: number[] = []
  for (const [piece, played] of drums) {
    const patch = band.kit.get(piece)
    if (!patch) continue
    const notes = perform(timeline, shaded(played, timeline.bars, layersOf), random)
    if (piece === 'kick') kicksSec = notes.map((note) => note.atSec).sort((a, b) => a - b)
    const dry = piece === 'kick' ? 0.1 : 1
    parts.push({ name: piece, patch, levelDb: style.drumLevelsDb[piece] ?? DRUM_LEVEL_DB[piece] ?? -12, reverbSend: ROOM.drums * style.room.amount * dry, pumped: false, notes })
  }
  const crackle = band.kit.get('crackle')
  const textured = barsWith('texture')
  if (crackle && textured.length > 0) {
    const seconds = textured.map((bar) => [timeline.secondsAt(bar.index, 0), timeline.secondsAt(bar.index + 1, 0)] as const)
    const notes: Note[] = []
    for (let atSec = 0; atSec < plan.durationMs / 1000 - 1; atSec += CRACKLE_SEC) {
      if (!seconds.some(([from, to]) => atSec >= from && atSec < to)) continue
      notes.push({ atSec, durationSec: 1, pitch: 55 + random.below(10), gain: 1, pan: random.range(-0.4, 0.4) })
    }
    parts.push({ name: 'texture', patch: crackle, levelDb: style.levelsDb.texture ?? LEVEL_DB.texture, reverbSend: 0, pumped: true, notes })
  }
  return {
    durationMs: plan.durationMs,
    parts: parts.filter((part) => part.notes.length > 0),
    kicksSec,
    pumpDepth: style.pump,
    reverb: { decaySec: style.room.decaySec, brightness: style.room.brightness },
    drive: style.drive,
    gainDb,
  }
}
