/**
 * How the level of a note changes over time. In this file, times are in seconds, frequencies in hertz and
 * detune in cents.
 */
export type Envelope = {
  readonly attack: number
  readonly decay: number
  /** The level after the decay, 0–1. */
  readonly sustain: number
  readonly release: number
}

export type Shape = 'sine' | 'triangle' | 'saw' | 'square' | 'pulse'

/** A sound of oscillators and a low-pass filter whose cut-off changes: basses, pads, strings, brass, leads. */
export type AnalogPatch = {
  readonly kind: 'analog'
  readonly shape: Shape
  readonly voices: number
  readonly detune: number
  /** The level of an additional sine, one octave below the note. */
  readonly sub: number
  readonly noise: number
  /** The cut-off frequency of the filter, divided by the frequency of the note. The cut-off is at least `cutoffMin`. */
  readonly cutoffRatio: number
  readonly cutoffMin: number
  readonly resonance: number
  /**
   * The cut-off starts this many octaves above its normal value, and reaches the normal value within `sweep` seconds.
   * With a negative number it starts below the normal value.
   */
  readonly sweepOctaves: number
  readonly sweep: number
  readonly amp: Envelope
  readonly vibrato: number
  readonly drive: number
}

/** A sound by frequency modulation with two oscillators: electric pianos, bells, basses, glassy leads. */
export type FmPatch = {
  readonly kind: 'fm'
  readonly ratio: number
  readonly index: number
  readonly indexDecay: number
  /** The level of a second, quiet modulator for the start of the note. 0 means none. */
  readonly tine: number
  readonly tremolo: number
  readonly amp: Envelope
}

/** A plucked string (Karplus–Strong): guitars, harps, upright and slapped basses. */
export type PluckPatch = {
  readonly kind: 'pluck'
  /** The brightness from 0 (dull, plucked with a finger) to 1 (bright, plucked with a pick). */
  readonly brightness: number
  /** The time in which the sound of a middle C falls by 60 dB, in seconds. */
  readonly ring: number
  /** The position at which the string is plucked, from 0.05 to 0.5 of its length. */
  readonly position: number
  readonly body: number
  readonly drive: number
  readonly release: number
}

/**
 * A struck bar or plate. It vibrates at several frequencies (modes). A mode is [ratio to the note's frequency, level,
 * decay in seconds].
 */
export type ModalPatch = {
  readonly kind: 'modal'
  readonly modes: readonly (readonly [number, number, number])[]
  readonly strike: number
  readonly tremolo: number
}

/** A sum of harmonics: organs, flutes, accordions, whistles. */
export type AdditivePatch = {
  readonly kind: 'additive'
  readonly harmonics: readonly number[]
  readonly breath: number
  readonly vibrato: number
  readonly detune: number
  readonly amp: Envelope
}

export type PianoPatch = {
  readonly kind: 'piano'
  readonly brightness: number
  readonly ring: number
  readonly felt: number
  readonly detune: number
}

/** A choir: sawtooth voices, filtered by the resonances of a vowel. */
export type ChoirPatch = {
  readonly kind: 'choir'
  readonly vowel: 'ah' | 'oh' | 'oo'
  readonly amp: Envelope
}

export const DRUM_PIECES = [
  'kick',
  'snare',
  'clap',
  'rim',
  'hat',
  'openHat',
  'ride',
  'crash',
  'tom',
  'shaker',
  'conga',
  'cowbell',
  'brush',
  'crackle',
] as const
export type DrumPiece = (typeof DRUM_PIECES)[number]

export type DrumPatch = {
  readonly kind: 'drum'
  readonly piece: DrumPiece
  /** A factor for the frequency. 1 is the natural tuning of the drum. */
  readonly tune: number
  /** A factor for the length of the hit. 1 is the natural length of the drum. */
  readonly decay: number
  /** How noisy the hit is, from 0 (tonal and soft) to 1 (noisy and hard). */
  readonly snap: number
}

export type Patch =
  | AnalogPatch
  | FmPatch
  | PluckPatch
  | ModalPatch
  | AdditivePatch
  | PianoPatch
  | ChoirPatch
  | DrumPatch

/** The sound of one note. In a mono instrument, `right` is the same array as `left`. */
export type Sample = { readonly left: Float32Array; readonly right: Float32Array }
