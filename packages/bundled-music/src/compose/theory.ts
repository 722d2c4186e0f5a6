/**
 * In this file pitches are MIDI numbers. A pitch class is in semitones above the tonic, a chord tone in semitones above
 * the root.
 */

export const MODES = {
  major: [0, 2, 4, 5, 7, 9, 11],
  minor: [0, 2, 3, 5, 7, 8, 10],
  dorian: [0, 2, 3, 5, 7, 9, 10],
  mixolydian: [0, 2, 4, 5, 7, 9, 10],
  lydian: [0, 2, 4, 6, 7, 9, 11],
  phrygian: [0, 1, 3, 5, 7, 8, 10],
  harmonicMinor: [0, 2, 3, 5, 7, 8, 11],
  majorPentatonic: [0, 2, 4, 7, 9],
  minorPentatonic: [0, 3, 5, 7, 10],
} as const satisfies Record<string, readonly number[]>
export type Mode = keyof typeof MODES

/** A chord. `root` is in semitones above the tonic, `tones` are in semitones above the root, ascending. */
export type Chord = { readonly symbol: string; readonly root: number; readonly tones: readonly number[] }

const NUMERALS: Record<string, number> = { i: 0, ii: 2, iii: 4, iv: 5, v: 7, vi: 9, vii: 11 }
const QUALITIES: Record<string, { readonly major: readonly number[]; readonly minor: readonly number[] }> = {
  '': { major: [0, 4, 7], minor: [0, 3, 7] },
  '5': { major: [0, 7], minor: [0, 7] },
  '6': { major: [0, 4, 7, 9], minor: [0, 3, 7, 9] },
  '7': { major: [0, 4, 7, 10], minor: [0, 3, 7, 10] },
  '9': { major: [0, 4, 7, 10, 14], minor: [0, 3, 7, 10, 14] },
  maj7: { major: [0, 4, 7, 11], minor: [0, 3, 7, 11] },
  maj9: { major: [0, 4, 7, 11, 14], minor: [0, 3, 7, 11, 14] },
  add9: { major: [0, 4, 7, 14], minor: [0, 3, 7, 14] },
  sus2: { major: [0, 2, 7], minor: [0, 2, 7] },
  sus4: { major: [0, 5, 7], minor: [0, 5, 7] },
  dim: { major: [0, 3, 6], minor: [0, 3, 6] },
  m7b5: { major: [0, 3, 6, 10], minor: [0, 3, 6, 10] },
}

/**
 * Parses a roman numeral relative to the major scale: `i`, `bVI`, `IVmaj7`, `viim7b5`. A numeral in upper case is a
 * major chord.
 */
export function parseChord(symbol: string): Chord {
  const match = /^([b#]?)([ivIV]+)(.*)$/.exec(symbol)
  const numeral = match?.[2] ?? ''
  const degree = NUMERALS[numeral.toLowerCase()]
  const quality = QUALITIES[match?.[3] ?? '']
  if (degree === undefined || !quality) throw new Error(`no chord ${symbol}`)
  const shift = match?.[1] === 'b' ? -1 : match?.[1] === '#' ? 1 : 0
  const major = numeral === numeral.toUpperCase()
  return { symbol, root: (degree + shift + 12) % 12, tones: major ? quality.major : quality.minor }
}

/** Parses bars of chords: `"i bVI,bVII"` has one chord in the first bar and two in the second. */
export function parseProgression(text: string): Chord[][] {
  return text.split(' ').map((bar) => bar.split(',').map(parseChord))
}

const mod12 = (value: number): number => ((value % 12) + 12) % 12

/**
 * Returns the pitch classes that fit a chord: the notes of the chord, and the notes of the mode. A note of the mode is
 * left out if it is a semitone from a chord note outside the mode.
 */
export function chordScale(mode: Mode, chord: Chord): number[] {
  const tones = chord.tones.map((tone) => mod12(chord.root + tone))
  const fitting = MODES[mode].filter(
    (degree) =>
      !tones.some((tone) => tone !== degree && [1, 11].includes(mod12(tone - degree)) && !inMode(mode, tone)),
  )
  return [...new Set([...fitting, ...tones])].sort((a, b) => a - b)
}

function inMode(mode: Mode, pitchClass: number): boolean {
  return MODES[mode].some((degree) => degree === pitchClass)
}

/** Lists all pitches in [low, high] whose pitch class is in `classes`, ascending. */
export function pitchesIn(classes: readonly number[], tonic: number, low: number, high: number): number[] {
  const out: number[] = []
  for (let pitch = Math.ceil(low); pitch <= high; pitch++)
    if (classes.includes(mod12(pitch - tonic))) out.push(pitch)
  return out
}

/** Returns the candidate that is nearest to a target. If two candidates are equally near, returns the first. */
export function nearest(candidates: readonly number[], target: number): number {
  let best = candidates[0] ?? Math.round(target)
  for (const candidate of candidates)
    if (Math.abs(candidate - target) < Math.abs(best - target)) best = candidate
  return best
}

export function chordClasses(chord: Chord): number[] {
  return chord.tones.map((tone) => mod12(chord.root + tone))
}

/** Returns the pitch of the root in the octave above `low`. */
export function rootPitch(chord: Chord, tonic: number, low: number): number {
  return low + mod12(tonic + chord.root - low)
}

/**
 * Chooses the pitches of a chord above `low`, as close as possible to the previous chord. If the chord has more
 * notes than `voices`, the fifth is left out first.
 */
export function voiceLead(
  previous: readonly number[],
  chord: Chord,
  tonic: number,
  { low, voices }: { readonly low: number; readonly voices: number },
): number[] {
  const tones = chord.tones.length > voices ? chord.tones.filter((tone) => tone !== 7) : chord.tones
  const classes = tones.slice(-Math.max(voices, 1)).map((tone) => mod12(chord.root + tone))
  let best: number[] = []
  let bestCost = Number.POSITIVE_INFINITY
  for (let start = low; start < low + 12; start++) {
    if (!classes.includes(mod12(start - tonic))) continue
    const voicing = closePosition(classes, tonic, start, Math.max(voices, classes.length))
    const centre = voicing.reduce((sum, pitch) => sum + pitch, 0) / voicing.length
    const drift = Math.abs(centre - (low + 8)) * 0.35
    const movement =
      previous.length === 0
        ? 0
        : voicing.reduce((sum, pitch) => sum + Math.abs(nearest(previous, pitch) - pitch), 0)
    if (movement + drift < bestCost) {
      best = voicing
      bestCost = movement + drift
    }
  }
  return best.slice(0, voices)
}

function closePosition(classes: readonly number[], tonic: number, start: number, count: number): number[] {
  return pitchesIn(classes, tonic, start, start + 24).slice(0, count)
}
