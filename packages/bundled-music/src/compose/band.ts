import { DRUM_PIECES, type DrumPatch, type DrumPiece, type Patch } from '../audio/synth/patch.ts'
import { type Random, randomFrom } from '../catalogue/random.ts'
import type { Style } from './style.ts'

/** The instruments of an artist. Two artists of the same genre have different instruments. */
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

/** Creates a variant of an instrument: some of its parameters change by up to a third. */
function varied(patch: Patch, random: Random): Patch {
  const vary = (value: number, range = 0.3): number => value * random.range(1 - range, 1 + range)
  switch (patch.kind) {
    case 'analog':
      return {
        ...patch,
        detune: vary(patch.detune),
        cutoffRatio: vary(patch.cutoffRatio),
        resonance: vary(patch.resonance, 0.15),
        vibrato: vary(patch.vibrato),
        sweepOctaves: vary(patch.sweepOctaves),
      }
    case 'fm':
      return {
        ...patch,
        index: vary(patch.index),
        indexDecay: vary(patch.indexDecay),
        tremolo: vary(patch.tremolo),
        tine: vary(patch.tine),
      }
    case 'pluck':
      return {
        ...patch,
        brightness: Math.min(0.97, vary(patch.brightness, 0.2)),
        position: vary(patch.position),
        body: vary(patch.body),
        ring: vary(patch.ring, 0.2),
      }
    case 'additive':
      return {
        ...patch,
        harmonics: patch.harmonics.map((level, i) => (i === 0 ? level : vary(level, 0.5))),
        vibrato: vary(patch.vibrato),
        breath: vary(patch.breath),
      }
    case 'piano':
      return {
        ...patch,
        brightness: vary(patch.brightness, 0.25),
        felt: vary(patch.felt),
        detune: vary(patch.detune, 0.5),
      }
    case 'modal':
      return {
        ...patch,
        strike: vary(patch.strike),
        modes: patch.modes.map(
          ([ratio, level, decay], i) => [ratio, i === 0 ? level : vary(level, 0.5), decay] as const,
        ),
      }
    case 'choir':
    case 'drum':
      return patch
  }
}

function pickSome(patches: readonly Patch[], count: number, random: Random): Patch[] {
  return random
    .shuffled(patches)
    .slice(0, count)
    .map((patch) => varied(patch, random))
}

/** Chooses the instruments of an artist. */
export function createBand(style: Style, artist: string): Band {
  const random = randomFrom(`band ${style.genre} ${artist}`)
  const one = (patches: readonly Patch[]): Patch => varied(random.pick(patches), random)
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
    leads: pickSome(style.melody.leads, 3, random),
    hooks: pickSome(style.melody.hooks, 2, random),
    counter: one(style.pad.patches),
    kit: pieces,
  }
}
