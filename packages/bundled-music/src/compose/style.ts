import type { DrumPiece, Patch } from '../audio/synth/patch.ts'
import type { Mode } from './theory.ts'

/**
 * The patterns of the drums, by drum. All patterns of a style are strings with one character for each sixteenth:
 * drums    `X` accent, `x` hit, `o` ghost
 * bass     `R` root, `r` soft root, `5` `3` `7` `8` of the chord, `<` step into the next root, `-` holds a note
 * chords   `x` whole chord, `X` accent, `o` soft, a digit one note of it, `b` root below, `-` holds a note
 * melody   `x` onset, `-` holds a note
 * `.` is always silence. A pattern may have several bars, and starts again with each section.
 */
export type Groove = Partial<Record<DrumPiece, string>>

/**
 * A group of instruments that play or rest together. `beat` is a light drum pattern, and `drums` the full one.
 */
export type Layer =
  | 'beat'
  | 'drums'
  | 'bass'
  | 'chords'
  | 'pad'
  | 'arp'
  | 'lead'
  | 'hook'
  | 'counter'
  | 'texture'

export type SectionKind = 'intro' | 'verse' | 'chorus' | 'bridge' | 'outro'

/** An instrument that plays chord patterns. */
export type ChordPlayer = {
  readonly patches: readonly Patch[]
  readonly patterns: readonly string[]
  readonly low: number
  readonly voices: number
  /** The shortest duration of a note. */
  readonly ringSec: number
}

export type Style = {
  readonly genre: string
  readonly tempo: readonly [number, number]
  readonly beatsPerBar: 3 | 4
  /** The range of the swing: by which part of its length every second sixteenth (or eighth) is late. */
  readonly swing: readonly [number, number]
  readonly swungEighths: boolean
  /** How far a note may be moved in time at random, in seconds. */
  readonly looseSec: number
  readonly slowsAtEnd: boolean
  readonly modes: readonly Mode[]
  readonly progressions: Record<'verse' | 'chorus' | 'bridge', readonly string[]>
  /** Sections with their bars, e.g. `intro4 verse8 chorus8`. */
  readonly forms: readonly string[]
  /**
   * The layers of each kind of section. Verse and chorus use the first entry the first time, the second entry the
   * second time, and so on. The other sections use a random entry.
   */
  readonly layers: Record<SectionKind, readonly string[]>
  readonly kit: readonly Partial<Record<DrumPiece, { tune: number; decay: number; snap: number }>>[]
  readonly grooves: Record<'beat' | 'drums', readonly Groove[]>
  readonly fills: readonly Groove[]
  readonly bass: {
    readonly patches: readonly Patch[]
    readonly patterns: readonly string[]
    readonly low: number
  }
  readonly chords: ChordPlayer
  readonly arp: ChordPlayer
  readonly pad: { readonly patches: readonly Patch[]; readonly low: number; readonly voices: number }
  readonly melody: {
    readonly leads: readonly Patch[]
    readonly hooks: readonly Patch[]
    readonly low: number
    /** Rhythms of one bar, for verses, for choruses and for the ends of phrases (`cadences`). */
    readonly verse: readonly string[]
    readonly chorus: readonly string[]
    readonly cadences: readonly string[]
    /** Sixteenths between echoes of a melody note (0 none). */
    readonly echoSteps: number
  }
  readonly levelsDb: Partial<Record<Layer, number>>
  readonly drumLevelsDb: Partial<Record<DrumPiece, number>>
  readonly pump: number
  readonly drive: number
  readonly room: { readonly decaySec: number; readonly brightness: number; readonly amount: number }
}
