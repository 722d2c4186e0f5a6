import type {
  AdditivePatch,
  AnalogPatch,
  ChoirPatch,
  Envelope,
  FmPatch,
  ModalPatch,
  PianoPatch,
  PluckPatch,
} from '../../audio/synth/patch.ts'

/** Creates an envelope. The times are in seconds, and `sustain` is a level from 0 to 1. */
export const env = (attack: number, decay: number, sustain: number, release: number): Envelope => ({
  attack,
  decay,
  sustain,
  release,
})

export const analog = (patch: Partial<AnalogPatch>): AnalogPatch => ({
  kind: 'analog',
  shape: 'saw',
  voices: 1,
  detune: 0,
  sub: 0,
  noise: 0,
  cutoffRatio: 4,
  cutoffMin: 400,
  resonance: 0.15,
  sweepOctaves: 0,
  sweep: 0.3,
  amp: env(0.005, 0.3, 0.8, 0.12),
  vibrato: 0,
  drive: 0,
  ...patch,
})
export const fm = (patch: Partial<FmPatch>): FmPatch => ({
  kind: 'fm',
  ratio: 1,
  index: 1.4,
  indexDecay: 0.4,
  tine: 0,
  tremolo: 0,
  amp: env(0.004, 1.6, 0.25, 0.3),
  ...patch,
})
export const pluck = (patch: Partial<PluckPatch>): PluckPatch => ({
  kind: 'pluck',
  brightness: 0.5,
  ring: 2.4,
  position: 0.18,
  body: 0.5,
  drive: 0,
  release: 0.2,
  ...patch,
})
export const additive = (patch: Partial<AdditivePatch>): AdditivePatch => ({
  kind: 'additive',
  harmonics: [1],
  breath: 0,
  vibrato: 0,
  detune: 0,
  amp: env(0.03, 0.2, 0.9, 0.12),
  ...patch,
})
export const piano = (patch: Partial<PianoPatch>): PianoPatch => ({
  kind: 'piano',
  brightness: 0.5,
  ring: 1.3,
  felt: 0.2,
  detune: 1.2,
  ...patch,
})
export const choir = (vowel: ChoirPatch['vowel'], amp: Envelope): ChoirPatch => ({
  kind: 'choir',
  vowel,
  amp,
})
export const modal = (modes: ModalPatch['modes'], strike: number, tremolo = 0): ModalPatch => ({
  kind: 'modal',
  modes,
  strike,
  tremolo,
})
