import { DRUM_PIECES, type DrumPatch, type DrumPiece, type Patch } from '../audio/synth/patch.ts'
import { type Random, randomFrom } from '../catalogue/random.ts'
import type { Style } from './style.ts'

/** The instruments an artist plays on: what makes two bands of one genre sound like two bands. */
export type Band = {
  readonly bass: Patch
  readonly chords: Patch
  readonly arp: Patch
  readonly pad: Patch
  readonly leads: readonly Patch[]
  readonly hooks: readonly Patch[]
  readonly counter: Patch
  readonly kit: ReadonlyMap<DrumPiece, DrumPatch>
}

/** The same instrument made by another hand: a few of its measures bent by up to a third. */
function bent(patch: Patch, random: Random): Patch {
  const bend = (value: number, most = 0.3): number => value * random.range(1 - most, 1 + most)
  switch (patch.kind) {
    case 'analog':
      return {
        ...patch,
        detune: bend(patch.detune),
        cutoffRatio: bend(patch.cutoffRatio),
        resonance: bend(patch.resonance, 0.15),
        vibrato: bend(patch.vibrato),
        sweepOctaves: bend(patch.sweepOctaves),
      }
    case 'fm':
      return {
        ...patch,
        index: bend(patch.index),
        indexDecay: bend(patch.indexDecay),
        tremolo: bend(patch.tremolo),
        tine: bend(patch.tine),
      }
    case 'pluck':
      return {
        ...patch,
        brightness: Math.min(0.97, bend(patch.brightness, 0.2)),
        position: bend(patch.position),
        body: bend(patch.body),
        ring: bend(patch.ring, 0.2),
      }
    case 'additive':
      return {
        ...patch,
        harmonics: patch.harmonics.map((level, i) => (i === 0 ? level : bend(level, 0.5))),
        vibrato: bend(patch.vibrato),
        breath: bend(patch.breath),
      }
    case 'piano':
      return {
        ...patch,
        brightness: bend(patch.brightness, 0.25),
        felt: bend(patch.felt),
        detune: bend(patch.detune, 0.5),
      }
    case 'modal':
      return {
        ...patch,
        strike: bend(patch.strike),
        modes: patch.modes.map(
          ([ratio, level, decay], i) => [ratio, i === 0 ? level : bend(level, 0.5), decay] as const,
        ),
      }
    case 'choir':
    case 'drum':
      return patch
  }
}

function someOf(patches: readonly Patch[], count: number, random: Random): Patch[] {
  return random
    .shuffled(patches)
    .slice(0, count)
    .map((patch) => bent(patch, random))
}

export function bandOf(style: Style, artist: string): Band {
  const random = randomFrom(`band ${style.genre} ${artist}`)
  const one = (patches: readonly Patch[]): Patch => bent(random.pick(patches), random)
  const kit = random.pick(style.kit)
  const pieces = new Map<DrumPiece, DrumPatch>()
  for (const piece of DRUM_PIECES) {
    const shape = kit[piece]
    if (!shape) continue
    pieces.set(piece, {
      kind: 'drum',
      piece,
      tune: shape.tune * random.range(0.92, 1.1),
      decay: shape.decay * random.range(0.85, 1.15),
      snap: Math.min(1, shape.snap * random.range(0.8, 1.2)),
    })
  }
  return {
    bass: one(style.bass.patches),
    chords: one(style.chords.patches),
    arp: one(style.arp.patches),
    pad: one(style.pad.patches),
    leads: someOf(style.melody.leads, 3, random),
    hooks: someOf(style.melody.hooks, 2, random),
    counter: one(style.pad.patches),
    kit: pieces,
  }
}
