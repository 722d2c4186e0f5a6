import { env, analog, pluck } from './defaults.ts'

/** Plucked and bowed strings. The band of an artist gets a variant of one of them. */
export const STRINGS = {
  steel: pluck({ brightness: 0.72, ring: 2.8, position: 0.14, body: 0.45, release: 0.35 }),
  nylon: pluck({ brightness: 0.38, ring: 2, position: 0.26, body: 0.6, release: 0.22 }),
  harp: pluck({ brightness: 0.5, ring: 3.2, position: 0.45, body: 0.2, release: 0.7 }),
  muted: pluck({ brightness: 0.5, ring: 0.5, position: 0.12, body: 0.2, release: 0.05 }),
  skank: pluck({ brightness: 0.7, ring: 0.8, position: 0.1, body: 0.2, release: 0.04 }),
  clean: pluck({ brightness: 0.6, ring: 3.4, position: 0.16, body: 0.1, drive: 0.06, release: 0.6 }),
  crunch: pluck({ brightness: 0.7, ring: 6, position: 0.12, body: 0.1, drive: 0.75, release: 0.25 }),
  mandolin: pluck({ brightness: 0.85, ring: 1.2, position: 0.12, body: 0.3, release: 0.2 }),
  ensemble: analog({
    voices: 4,
    detune: 11,
    cutoffRatio: 7,
    cutoffMin: 1800,
    amp: env(0.16, 0.5, 0.9, 0.5),
    vibrato: 6,
    noise: 0.008,
  }),
  violin: analog({
    voices: 2,
    detune: 3,
    cutoffRatio: 8.4,
    cutoffMin: 2830,
    amp: env(0.06, 0.3, 0.9, 0.2),
    vibrato: 16,
    noise: 0.015,
  }),
  pizzicato: pluck({ brightness: 0.35, ring: 0.55, position: 0.3, body: 0.8, release: 0.1 }),
} as const
