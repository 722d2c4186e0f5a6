import type { DrumPiece } from '../audio/synth/patch.ts'
import type { Layer } from './style.ts'

/** The default level of each layer. A style can replace it. */
export const LEVEL_DB: Record<Layer, number> = {
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

/** The default level of each drum. A style can replace it. */
export const DRUM_LEVEL_DB: Partial<Record<DrumPiece, number>> = {
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

/** How much of each layer goes into the reverb, from 0 to 1. It is multiplied by `room.amount` of the style. */
export const REVERB_SEND: Record<Layer, number> = {
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
