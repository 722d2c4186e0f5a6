import type { DrumPiece, Patch } from '../audio/synth/patch.ts'
import type { Mode } from './theory.ts'

/**
 * The patterns of the drums, by drum. All patterns of a style are strings with one character for each sixteenth:
 * - drums: `X` accent, `x` hit, `o` ghost note
 * - bass: `R` root, `r` soft root, `3` `5` `7` `8` third, fifth, seventh and octave of the chord, `<` a note that leads
 *   to the next root, `-` holds a note
 * - chords: `x` whole chord, `X` accent, `o` soft, a digit for one note of the chord, `b` the root below the chord,
 *   `-` holds a note
 * - melody: `x` starts a note, `-` holds a note
 * - `.` is silence in all patterns
 * A pattern may have several bars. It starts from the beginning in each section.
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
  /** Each note sounds at least this long, also if its length in the score is shorter. */
  readonly ringSec: number
}

export type Style = {
  readonly genre: string
  readonly tempo: readonly [number, number]
  readonly beatsPerBar: 3 | 4
  /**
   * The range of the swing. The swing is the delay of every second sixteenth (or eighth), as a fraction of the length
   * of the note.
   */
  readonly swing: readonly [number, number]
  readonly swungEighths: boolean
  /** The largest random shift of a note in time, in seconds. */
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
    /** Rhythms of one bar. `verse` and `chorus` are for these sections, and `cadences` for the ends of phrases. */
    readonly verse: readonly string[]
    readonly chorus: readonly string[]
    readonly cadences: readonly string[]
    /** The number of sixteenths between the echoes of a melody note. 0 means no echoes. */
    readonly echoSteps: number
  }
  readonly levelsDb: Partial<Record<Layer, number>>
  readonly drumLevelsDb: Partial<Record<DrumPiece, number>>
  readonly pump: number
  readonly drive: number
  readonly room: { readonly decaySec: number; readonly brightness: number; readonly amount: number }
}
