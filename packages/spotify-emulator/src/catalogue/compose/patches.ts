import type { AdditivePatch, AnalogPatch, ChoirPatch, Envelope, FmPatch, ModalPatch, PianoPatch, PluckPatch } from '../../audio/synth/patch.ts'

/** The instruments that styles choose from; each artist's band bends them a little. */
const env = (attack: number, decay: number, sustain: number, release: number): Envelope => ({ attack, decay, sustain, release })

const analog = (patch: Partial<AnalogPatch>): AnalogPatch => ({
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
const fm = (patch: Partial<FmPatch>): FmPatch => ({
  kind: 'fm',
  ratio: 1,
  index: 1.4,
  indexDecay: 0.4,
  tine: 0,
  tremolo: 0,
  amp: env(0.004, 1.6, 0.25, 0.3),
  ...patch,
})
const pluck = (patch: Partial<PluckPatch>): PluckPatch => ({
  kind: 'pluck',
  brightness: 0.5,
  ring: 2.4,
  position: 0.18,
  body: 0.5,
  drive: 0,
  release: 0.2,
  ...patch,
})
const additive = (patch: Partial<AdditivePatch>): AdditivePatch => ({
  kind: 'additive',
  harmonics: [1],
  breath: 0,
  vibrato: 0,
  detune: 0,
  amp: env(0.03, 0.2, 0.9, 0.12),
  ...patch,
})
const piano = (patch: Partial<PianoPatch>): PianoPatch => ({ kind: 'piano', brightness: 0.5, ring: 1.3, felt: 0.2, detune: 1.2, ...patch })
const choir = (vowel: ChoirPatch['vowel'], amp: Envelope): ChoirPatch => ({ kind: 'choir', vowel, amp })
const modal = (modes: ModalPatch['modes'], strike: number, tremolo = 0): ModalPatch => ({ kind: 'modal', modes, strike, tremolo })

export const BASS = {
  round: analog({ shape: 'triangle', sub: 0.3, cutoffRatio: 5, amp: env(0.006, 0.5, 0.7, 0.08) }),
  pulse: analog({ shape: 'saw', voices: 2, detune: 7, sub: 0.3, cutoffRatio: 3, cutoffMin: 180, resonance: 0.3, sweepOctaves: 1.6, sweep: 0.16, amp: env(0.004, 0.2, 0.6, 0.06) }),
  square: analog({ shape: 'square', sub: 0.2, cutoffRatio: 4, cutoffMin: 200, resonance: 0.2, sweepOctaves: 1, sweep: 0.2, amp: env(0.004, 0.3, 0.6, 0.07) }),
  acid: analog({ shape: 'saw', cutoffRatio: 2.4, cutoffMin: 160, resonance: 0.72, sweepOctaves: 2.6, sweep: 0.2, drive: 0.15, amp: env(0.003, 0.16, 0.4, 0.05) }),
  rumble: analog({ shape: 'triangle', sub: 0.6, cutoffRatio: 3, drive: 0.12, amp: env(0.008, 0.3, 0.6, 0.1) }),
  fm: fm({ ratio: 1, index: 2.2, indexDecay: 0.12, amp: env(0.004, 0.3, 0.6, 0.07) }),
  slap: pluck({ brightness: 0.85, ring: 3, position: 0.09, body: 0.25, drive: 0.12, release: 0.06 }),
  finger: pluck({ brightness: 0.4, ring: 4, position: 0.25, body: 0.35, release: 0.07 }),
  upright: pluck({ brightness: 0.25, ring: 2.2, position: 0.3, body: 0.9, release: 0.1 }),
  dub: analog({ shape: 'sine', sub: 0.25, cutoffRatio: 4, drive: 0.1, amp: env(0.012, 0.6, 0.8, 0.12) }),
  chip: analog({ shape: 'triangle', cutoffRatio: 20, resonance: 0, amp: env(0.002, 0.2, 0.9, 0.02) }),
  cello: analog({ voices: 2, detune: 5, cutoffRatio: 5, cutoffMin: 500, amp: env(0.07, 0.4, 0.85, 0.22), vibrato: 7, noise: 0.012 }),
  drone: analog({ voices: 3, detune: 8, sub: 0.5, cutoffRatio: 3, cutoffMin: 120, amp: env(0.5, 1, 0.9, 1.2) }),
} as const

export const KEYS = {
  rhodes: fm({ ratio: 1, index: 1.1, indexDecay: 0.5, tine: 0.5, tremolo: 0.16, amp: env(0.004, 2.2, 0.3, 0.25) }),
  wurli: fm({ ratio: 2, index: 0.9, indexDecay: 0.25, tremolo: 0.22, amp: env(0.004, 1.4, 0.35, 0.2) }),
  glassy: fm({ ratio: 3, index: 0.8, indexDecay: 0.6, tine: 0.3, amp: env(0.004, 1.8, 0.25, 0.4) }),
  housePiano: piano({ brightness: 0.8, ring: 1, felt: 0.05 }),
  felt: piano({ brightness: 0.22, ring: 1.6, felt: 0.8 }),
  grand: piano({ brightness: 0.5, ring: 1.7, felt: 0.2 }),
  honky: piano({ brightness: 0.6, ring: 1.1, felt: 0.15, detune: 5 }),
  organ: additive({ harmonics: [0.8, 1, 0.5, 0.35, 0, 0.2, 0, 0.15], detune: 2, amp: env(0.008, 0.2, 0.95, 0.06) }),
  houseOrgan: additive({ harmonics: [1, 0.7, 0.12, 0.3], detune: 1, amp: env(0.004, 0.25, 0.5, 0.08) }),
  clav: pluck({ brightness: 0.95, ring: 1.2, position: 0.06, body: 0, drive: 0.08, release: 0.05 }),
  stab: analog({ voices: 3, detune: 12, cutoffRatio: 4, cutoffMin: 700, resonance: 0.3, sweepOctaves: 1.6, sweep: 0.2, amp: env(0.004, 0.25, 0.3, 0.12) }),
  dubStab: analog({ voices: 3, detune: 9, cutoffRatio: 2.6, cutoffMin: 500, resonance: 0.45, sweepOctaves: 1.2, sweep: 0.25, amp: env(0.004, 0.3, 0.2, 0.3) }),
  polysynth: analog({ shape: 'pulse', voices: 3, detune: 10, cutoffRatio: 4.5, cutoffMin: 900, sweepOctaves: 0.8, sweep: 0.5, amp: env(0.01, 0.6, 0.6, 0.25) }),
  chipChord: analog({ shape: 'pulse', cutoffRatio: 24, resonance: 0, amp: env(0.002, 0.12, 0.5, 0.02) }),
} as const

export const STRINGS = {
  steel: pluck({ brightness: 0.72, ring: 2.8, position: 0.14, body: 0.45, release: 0.35 }),
  nylon: pluck({ brightness: 0.38, ring: 2, position: 0.26, body: 0.6, release: 0.22 }),
  harp: pluck({ brightness: 0.5, ring: 3.2, position: 0.45, body: 0.2, release: 0.7 }),
  muted: pluck({ brightness: 0.5, ring: 0.5, position: 0.12, body: 0.2, release: 0.05 }),
  skank: pluck({ brightness: 0.7, ring: 0.8, position: 0.1, body: 0.2, release: 0.04 }),
  clean: pluck({ brightness: 0.6, ring: 3.4, position: 0.16, body: 0.1, drive: 0.06, release: 0.6 }),
  crunch: pluck({ brightness: 0.7, ring: 6, position: 0.12, body: 0.1, drive: 0.75, release: 0.25 }),
  mandolin: pluck({ brightness: 0.85, ring: 1.2, position: 0.12, body: 0.3, release: 0.2 }),
  ensemble: analog({ voices: 4, detune: 11, cutoffRatio: 5, cutoffMin: 1400, amp: env(0.16, 0.5, 0.9, 0.5), vibrato: 6, noise: 0.008 }),
  violin: analog({ voices: 2, detune: 3, cutoffRatio: 6, cutoffMin: 2200, amp: env(0.06, 0.3, 0.9, 0.2), vibrato: 16, noise: 0.015 }),
  pizzicato: pluck({ brightness: 0.35, ring: 0.55, position: 0.3, body: 0.8, release: 0.1 }),
} as const

export const PADS = {
  warm: analog({ voices: 4, detune: 13, cutoffRatio: 2.4, cutoffMin: 700, amp: env(0.5, 1, 0.85, 0.9) }),
  sweep: analog({ voices: 4, detune: 15, cutoffRatio: 4.5, cutoffMin: 1100, sweepOctaves: -1.6, sweep: 1.8, resonance: 0.25, amp: env(0.3, 1, 0.85, 0.8) }),
  hollow: analog({ shape: 'square', voices: 3, detune: 9, cutoffRatio: 3, cutoffMin: 600, amp: env(0.6, 1, 0.85, 1.1) }),
  glass: fm({ ratio: 2, index: 0.5, indexDecay: 1.6, tremolo: 0.12, amp: env(0.5, 2, 0.7, 1.2) }),
  choirAh: choir('ah', env(0.4, 0.6, 0.9, 0.8)),
  choirOo: choir('oo', env(0.5, 0.6, 0.9, 0.9)),
  choirOh: choir('oh', env(0.4, 0.6, 0.9, 0.8)),
  organ: additive({ harmonics: [1, 0.5, 0.25, 0.2], detune: 4, amp: env(0.25, 0.4, 0.9, 0.5) }),
} as const

export const LEADS = {
  saw: analog({ voices: 2, detune: 8, cutoffRatio: 5, cutoffMin: 1800, resonance: 0.2, sweepOctaves: 0.7, sweep: 0.3, amp: env(0.008, 0.4, 0.8, 0.16), vibrato: 12 }),
  square: analog({ shape: 'square', cutoffRatio: 6, cutoffMin: 1800, amp: env(0.006, 0.3, 0.8, 0.12), vibrato: 14 }),
  soft: analog({ shape: 'triangle', voices: 2, detune: 5, cutoffRatio: 8, amp: env(0.015, 0.4, 0.8, 0.2), vibrato: 14 }),
  super: analog({ voices: 5, detune: 18, cutoffRatio: 6, cutoffMin: 2600, amp: env(0.008, 0.4, 0.8, 0.2) }),
  brass: analog({ voices: 3, detune: 7, cutoffRatio: 3.6, cutoffMin: 1300, sweepOctaves: -1.8, sweep: 0.16, amp: env(0.03, 0.3, 0.85, 0.1), vibrato: 8 }),
  flute: additive({ harmonics: [1, 0.42, 0.16, 0.05, 0.02], breath: 0.05, vibrato: 16, amp: env(0.05, 0.2, 0.9, 0.12) }),
  whistle: additive({ harmonics: [1, 0.12, 0.05], breath: 0.05, vibrato: 12, amp: env(0.03, 0.2, 0.9, 0.1) }),
  clarinet: additive({ harmonics: [1, 0.05, 0.55, 0.04, 0.3, 0.03, 0.14], breath: 0.015, vibrato: 7, amp: env(0.04, 0.2, 0.9, 0.1) }),
  melodica: additive({ harmonics: [0.8, 0.9, 0.7, 0.55, 0.4, 0.3, 0.2, 0.12], breath: 0.02, vibrato: 12, detune: 3, amp: env(0.04, 0.2, 0.9, 0.1) }),
  accordion: additive({ harmonics: [1, 0.7, 0.6, 0.5, 0.35, 0.25, 0.15], detune: 7, vibrato: 3, amp: env(0.05, 0.2, 0.95, 0.12) }),
  pulse25: analog({ shape: 'pulse', cutoffRatio: 24, cutoffMin: 6000, resonance: 0, amp: env(0.002, 0.25, 0.7, 0.03), vibrato: 14 }),
  pulse50: analog({ shape: 'square', cutoffRatio: 24, cutoffMin: 6000, resonance: 0, amp: env(0.002, 0.25, 0.65, 0.03), vibrato: 10 }),
  choir: choir('ah', env(0.12, 0.3, 0.9, 0.35)),
} as const

export const BELLS = {
  vibraphone: modal([[1, 1, 1.1], [3.98, 0.25, 0.35], [9.6, 0.06, 0.1]], 0.1, 0.25),
  marimba: modal([[1, 1, 0.3], [3.9, 0.35, 0.09], [9.2, 0.1, 0.04]], 0.35),
  kalimba: modal([[1, 1, 0.55], [5.4, 0.2, 0.1], [2.01, 0.15, 0.4]], 0.4),
  glockenspiel: modal([[1, 1, 0.9], [2.76, 0.5, 0.5], [5.4, 0.25, 0.25]], 0.15),
  musicBox: modal([[1, 1, 0.8], [2, 0.3, 0.5], [6.2, 0.2, 0.15]], 0.3),
  bell: fm({ ratio: 3.5, index: 1.6, indexDecay: 0.9, amp: env(0.004, 2.4, 0.05, 1.2) }),
  crystal: fm({ ratio: 1.41, index: 0.9, indexDecay: 1.2, amp: env(0.01, 2.4, 0.15, 1.4) }),
} as const
