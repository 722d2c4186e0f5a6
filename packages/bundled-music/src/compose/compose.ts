import type { Note, Part, Score } from '../audio/score.ts'
import type { DrumPiece, Patch } from '../audio/synth/patch.ts'
import { type Random, randomFrom } from '../catalogue/random.ts'
import { createArrangement, withDynamics } from './arrangement.ts'
import { type Band, createBand } from './band.ts'
import { chooseDrums, playDrums } from './drum-part.ts'
import { DRUM_LEVEL_DB, LEVEL_DB, REVERB_SEND } from './levels.ts'
import { playBass, playChords, playCounter, playPad, type StepNote, toTimedNotes } from './parts.ts'
import { composeMelodies, playMelody, withEchoes } from './section-melodies.ts'
import type { SongPlan } from './song-plan.ts'
import type { Layer } from './style.ts'
import { type Bar, buildTimeline, type Timeline } from './song-timeline.ts'

/**
 * The time from the start of one note of vinyl crackle (the noise of a record) to the start of the next note. It is
 * shorter than a note, so the crackle has no gaps.
 */
const CRACKLE_SEC = 0.94

/** The data that the functions for all parts of a song share. */
type Song = {
  readonly plan: SongPlan
  readonly timeline: Timeline
  readonly band: Band
  readonly random: Random
  readonly layersOf: (bar: Bar) => ReadonlySet<Layer>
}

type PartOptions = { readonly ringSec?: number; readonly echoSec?: number; readonly pan?: number }

/** Composes the whole song. The same plan and artist always give the same result. */
export function composeSong(plan: SongPlan, artist: string, gainDb: number): Score {
  const random = randomFrom(`arrangement ${plan.seed}`)
  const timeline = buildTimeline(plan)
  const band = createBand(plan.style, artist)
  const song: Song = { plan, timeline, band, random, layersOf: createArrangement(plan, random) }
  const pitched = pitchedParts(song)
  const drums = drumParts(song)
  const kicks = drums.find(({ name }) => name === 'kick')?.notes ?? []
  const { pump, room, drive } = plan.style
  return {
    durationMs: plan.durationMs,
    parts: [...pitched, ...drums, ...crackleParts(song)].filter((part) => part.notes.length > 0),
    kicksSec: kicks.map((note) => note.atSec).sort((a, b) => a - b),
    pumpDepth: pump,
    reverb: { decaySec: room.decaySec, brightness: room.brightness },
    drive,
    gainDb,
  }
}

const barsWith = ({ timeline, layersOf }: Song, layer: Layer): Bar[] =>
  timeline.bars.filter((bar) => layersOf(bar).has(layer))

/**
 * Composes all instruments except the drums. The order of the calls must not change, because each call takes the next
 * numbers of one random sequence. Another order would change the songs.
 */
function pitchedParts(song: Song): Part[] {
  const { plan, timeline, band, random } = song
  const { bass, chords, arp, pad, melody } = plan.style
  const melodies = composeMelodies(timeline, random)
  const echoSec = (melody.echoSteps * 15) / plan.beatsPerMinute
  const part = (layer: Layer, patch: Patch, notes: readonly StepNote[], options: PartOptions = {}): Part =>
    createPart(song, layer, patch, { notes, ...options })
  const bassNotes = playBass(timeline, barsWith(song, 'bass'), random.pick(bass.patterns), bass.low)
  const bassPart = part('bass', band.bass, bassNotes)
  const chordNotes = playChords(timeline, barsWith(song, 'chords'), chords, random.pick(chords.patterns))
  const chordPart = part('chords', band.chords, chordNotes, { ringSec: chords.ringSec, pan: -0.12 })
  const arpNotes = playChords(timeline, barsWith(song, 'arp'), arp, random.pick(arp.patterns))
  const arpPart = part('arp', band.arp, arpNotes, { ringSec: arp.ringSec, pan: 0.28 })
  const padPart = part('pad', band.pad, playPad(timeline, barsWith(song, 'pad'), pad.low, pad.voices))
  const melodyPart = (layer: 'lead' | 'hook', patches: readonly Patch[]): Part =>
    part(layer, random.pick(patches), playMelody(timeline, barsWith(song, layer), melodies), { echoSec })
  const leadPart = melodyPart('lead', band.leads)
  const hookPart = melodyPart('hook', band.hooks)
  const counterNotes = playCounter(timeline, barsWith(song, 'counter'), melody.low - 8)
  const counterPart = part('counter', band.counter, counterNotes, { pan: -0.35 })
  return [bassPart, chordPart, arpPart, padPart, leadPart, hookPart, counterPart]
}

function createPart(
  { plan, timeline, random, layersOf }: Song,
  layer: Layer,
  patch: Patch,
  { notes, ringSec = 0, echoSec = 0, pan = 0 }: PartOptions & { readonly notes: readonly StepNote[] },
): Part {
  const { style } = plan
  const timed = toTimedNotes(timeline, withDynamics(notes, timeline.bars, layersOf), random, ringSec)
  const panned =
    pan === 0 ? timed : timed.map((note) => ({ ...note, pan: Math.max(-1, Math.min(1, note.pan + pan)) }))
  return {
    name: layer,
    patch,
    levelDb: style.levelsDb[layer] ?? LEVEL_DB[layer],
    reverbSend: REVERB_SEND[layer] * style.room.amount,
    pumped: layer !== 'lead' && layer !== 'hook',
    notes: withEchoes(panned, echoSec, plan.durationMs / 1000),
  }
}

function drumParts({ plan, timeline, band, random, layersOf }: Song): Part[] {
  const { style } = plan
  const drums = playDrums(timeline, chooseDrums(style, random), layersOf, random)
  return [...drums].flatMap(([piece, notes]: [DrumPiece, StepNote[]]): Part[] => {
    const patch = band.kit.get(piece)
    if (!patch) return []
    const dryness = piece === 'kick' ? 0.1 : 1
    return [
      {
        name: piece,
        patch,
        levelDb: style.drumLevelsDb[piece] ?? DRUM_LEVEL_DB[piece] ?? -12,
        reverbSend: REVERB_SEND.drums * style.room.amount * dryness,
        pumped: false,
        notes: toTimedNotes(timeline, withDynamics(notes, timeline.bars, layersOf), random),
      },
    ]
  })
}

/** Composes the crackle of an old record, for the bars that have the layer `texture`. */
function crackleParts(song: Song): Part[] {
  const { plan, timeline, band, random } = song
  const patch = band.kit.get('crackle')
  const bars = barsWith(song, 'texture')
  if (!patch || bars.length === 0) return []
  const spans = bars.map(
    ({ index }) => [timeline.secondsAt(index, 0), timeline.secondsAt(index + 1, 0)] as const,
  )
  const notes: Note[] = []
  for (let atSec = 0; atSec < plan.durationMs / 1000 - 1; atSec += CRACKLE_SEC) {
    if (!spans.some(([from, to]) => atSec >= from && atSec < to)) continue
    const pitch = 55 + random.below(10)
    notes.push({ atSec, durationSec: 1, pitch, gain: 1, pan: random.range(-0.4, 0.4) })
  }
  const levelDb = plan.style.levelsDb.texture ?? LEVEL_DB.texture
  return [{ name: 'texture', patch, levelDb, reverbSend: 0, pumped: true, notes }]
}
