import type { Note, Part, Score } from '../audio/score.ts'
import type { Patch } from '../audio/synth/patch.ts'
import { randomFrom } from '../catalogue/random.ts'
import { arrange, shaded } from './arrangement.ts'
import { type Band, bandOf } from './band.ts'
import { chooseDrums, playDrums } from './drummer.ts'
import type { SongPlan } from './plan.ts'
import { type Played, perform, playBass, playChords, playCounter, playPad } from './players.ts'
import type { Layer } from './style.ts'
import { type Bar, buildTimeline } from './timeline.ts'
import { playTune, withEchoes, writeTunes } from './tunes.ts'

const LEVEL_DB: Record<Layer, number> = {
  beat: 0,
  drums: 0,
  bass: -5.5,
  chords: -9,
  pad: -14,
  arp: -12,
  lead: -5.5,
  hook: -4.5,
  counter: -13,
  texture: -24,
}
const DRUM_LEVEL_DB: Record<string, number> = {
  kick: -3,
  snare: -6,
  clap: -8.5,
  rim: -12,
  hat: -14.5,
  openHat: -15,
  ride: -17,
  crash: -15,
  tom: -8,
  shaker: -20,
  conga: -13,
  cowbell: -18,
  brush: -14,
}
/** How much of each layer goes into the room, before the style's own amount. */
const ROOM: Record<Layer, number> = {
  beat: 0.2,
  drums: 0.2,
  bass: 0.04,
  chords: 0.35,
  pad: 0.5,
  arp: 0.5,
  lead: 0.45,
  hook: 0.45,
  counter: 0.5,
  texture: 0.05,
}
const CRACKLE_SEC = 0.94

/** Writes the whole song. The same plan and artist always give the same score. */
export function composeSong(plan: SongPlan, artist: string, gainDb: number): Score {
  const { style } = plan
  const random = randomFrom(`arrangement ${plan.seed}`)
  const timeline = buildTimeline(plan)
  const band: Band = bandOf(style, artist)
  const layersOf = arrange(plan, random)
  const barsWith = (...layers: Layer[]): Bar[] =>
    timeline.bars.filter((bar) => layers.some((layer) => layersOf(bar).has(layer)))
  const tunes = writeTunes(timeline, random)
  const echoSec = (style.melody.echoSteps * 15) / plan.beatsPerMinute
  const parts: Part[] = []
  const add = (
    layer: Layer,
    patch: Patch,
    played: readonly Played[],
    options: { ringSec?: number; echoSec?: number; pan?: number } = {},
  ): void => {
    const notes = perform(timeline, shaded(played, timeline.bars, layersOf), random, options.ringSec ?? 0)
    const panned =
      options.pan === undefined
        ? notes
        : notes.map((note) => ({ ...note, pan: Math.max(-1, Math.min(1, note.pan + (options.pan ?? 0))) }))
    parts.push({
      name: layer,
      patch,
      levelDb: style.levelsDb[layer] ?? LEVEL_DB[layer],
      reverbSend: ROOM[layer] * style.room.amount,
      pumped: layer !== 'lead' && layer !== 'hook',
      notes: withEchoes(panned, options.echoSec ?? 0, plan.durationMs / 1000),
    })
  }

  add(
    'bass',
    band.bass,
    playBass(timeline, barsWith('bass'), random.pick(style.bass.patterns), style.bass.low),
  )
  const chordPattern = random.pick(style.chords.patterns)
  add('chords', band.chords, playChords(timeline, barsWith('chords'), style.chords, chordPattern), {
    ringSec: style.chords.ringSec,
    pan: -0.12,
  })
  const arpPattern = random.pick(style.arp.patterns)
  add('arp', band.arp, playChords(timeline, barsWith('arp'), style.arp, arpPattern), {
    ringSec: style.arp.ringSec,
    pan: 0.28,
  })
  add('pad', band.pad, playPad(timeline, barsWith('pad'), style.pad.low, style.pad.voices))
  add('lead', random.pick(band.leads), playTune(timeline, barsWith('lead'), tunes), { echoSec })
  add('hook', random.pick(band.hooks), playTune(timeline, barsWith('hook'), tunes), { echoSec })
  add('counter', band.counter, playCounter(timeline, barsWith('counter'), style.melody.low - 8), {
    pan: -0.35,
  })

  const drums = playDrums(timeline, chooseDrums(style, random), layersOf, random)
  let kicksSec: number[] = []
  for (const [piece, played] of drums) {
    const patch = band.kit.get(piece)
    if (!patch) continue
    const notes = perform(timeline, shaded(played, timeline.bars, layersOf), random)
    if (piece === 'kick') kicksSec = notes.map((note) => note.atSec).sort((a, b) => a - b)
    const dry = piece === 'kick' ? 0.1 : 1
    parts.push({
      name: piece,
      patch,
      levelDb: style.drumLevelsDb[piece] ?? DRUM_LEVEL_DB[piece] ?? -12,
      reverbSend: ROOM.drums * style.room.amount * dry,
      pumped: false,
      notes,
    })
  }
  const crackle = band.kit.get('crackle')
  const textured = barsWith('texture')
  if (crackle && textured.length > 0) {
    const seconds = textured.map(
      (bar) => [timeline.secondsAt(bar.index, 0), timeline.secondsAt(bar.index + 1, 0)] as const,
    )
    const notes: Note[] = []
    for (let atSec = 0; atSec < plan.durationMs / 1000 - 1; atSec += CRACKLE_SEC) {
      if (!seconds.some(([from, to]) => atSec >= from && atSec < to)) continue
      notes.push({
        atSec,
        durationSec: 1,
        pitch: 55 + random.below(10),
        gain: 1,
        pan: random.range(-0.4, 0.4),
      })
    }
    parts.push({
      name: 'texture',
      patch: crackle,
      levelDb: style.levelsDb.texture ?? LEVEL_DB.texture,
      reverbSend: 0,
      pumped: true,
      notes,
    })
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
