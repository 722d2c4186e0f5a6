import type { Patch } from './synth/patch.ts'

/** One sounding of an instrument. Times are seconds from the start of the song. */
export type Note = {
  readonly atSec: number
  readonly durationSec: number
  /** MIDI note number (60 is middle C); drums ignore it. */
  readonly pitch: number
  /** Linear, 1 is the part's normal strength. */
  readonly gain: number
  /** -1 left to 1 right. */
  readonly pan: number
}

/** One instrument of the band with everything it plays. */
export type Part = {
  readonly name: string
  readonly patch: Patch
  readonly levelDb: number
  /** 0 dry to 1: how much of the part goes to the shared room. */
  readonly reverbSend: number
  /** Ducked a little by every kick drum. */
  readonly pumped: boolean
  readonly notes: readonly Note[]
}

export type Score = {
  readonly durationMs: number
  readonly parts: readonly Part[]
  /** When kick drums fall, ascending; what `pumped` parts duck under. */
  readonly kicksSec: readonly number[]
  /** 0 none to 1 silence at every kick. */
  readonly pumpDepth: number
  readonly reverb: { readonly decaySec: number; readonly brightness: number }
  /** 0 clean to 1: how hard the whole is pushed into the soft ceiling's curve. */
  readonly drive: number
  /** Static correction that brings all songs to about the same loudness. */
  readonly gainDb: number
}
