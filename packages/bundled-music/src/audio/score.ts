import type { Patch } from './synth/patch.ts'

/** A note. `atSec` counts from the start of the song. */
export type Note = {
  readonly atSec: number
  readonly durationSec: number
  /** The MIDI number of the note (60 is middle C). For a drum it changes the tuning. */
  readonly pitch: number
  /** The linear gain of the note. 1 is the normal level of the part. */
  readonly gain: number
  /** The position between left (-1) and right (1). */
  readonly pan: number
}

/** One instrument with all its notes. */
export type Part = {
  readonly name: string
  readonly patch: Patch
  readonly levelDb: number
  /** How much of the part goes into the reverb, from 0 to 1. */
  readonly reverbSend: number
  /** Whether the part gets softer at every kick of the bass drum. */
  readonly pumped: boolean
  readonly notes: readonly Note[]
}

export type Score = {
  readonly durationMs: number
  readonly parts: readonly Part[]
  /** The times of the kick drum in seconds, ascending. */
  readonly kicksSec: readonly number[]
  /** How much softer the parts with `pumped` get at a kick, from 0 (not at all) to 1 (silence). */
  readonly pumpDepth: number
  readonly reverb: { readonly decaySec: number; readonly brightness: number }
  /** The amount of saturation of the whole mix, from 0 to 1. */
  readonly drive: number
  /** The gain that gives all songs the same loudness. */
  readonly gainDb: number
}
