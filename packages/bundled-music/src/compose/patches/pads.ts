import { env, analog, fm, additive, choir } from './defaults.ts'

/** Instruments for sustained chords. The band of an artist gets a variant of one of them. */
export const PADS = {
  warm: analog({ voices: 4, detune: 13, cutoffRatio: 5.4, cutoffMin: 1340, amp: env(0.5, 1, 0.85, 0.9) }),
  sweep: analog({
    voices: 4,
    detune: 15,
    cutoffRatio: 6.8,
    cutoffMin: 1520,
    sweepOctaves: -1.6,
    sweep: 1.8,
    resonance: 0.25,
    amp: env(0.3, 1, 0.85, 0.8),
  }),
  hollow: analog({
    shape: 'square',
    voices: 3,
    detune: 9,
    cutoffRatio: 4.5,
    cutoffMin: 830,
    amp: env(0.6, 1, 0.85, 1.1),
  }),
  glass: fm({ ratio: 2, index: 0.5, indexDecay: 1.6, tremolo: 0.12, amp: env(0.5, 2, 0.7, 1.2) }),
  choirAh: choir('ah', env(0.4, 0.6, 0.9, 0.8)),
  choirOo: choir('oo', env(0.5, 0.6, 0.9, 0.9)),
  choirOh: choir('oh', env(0.4, 0.6, 0.9, 0.8)),
  organ: additive({ harmonics: [1, 0.5, 0.25, 0.2], detune: 4, amp: env(0.25, 0.4, 0.9, 0.5) }),
} as const
