import { type Row, row } from '../report.ts'
import { withinMsOf } from '../sync/badge.ts'
import { findPosition, LISTEN_MS } from '../sync/recorded-sound.ts'
import type { TestSong } from '../sync/songs.ts'
import type { Badge, Engine } from './listening.ts'
import type { LoudspeakerRecorder } from './loudspeakers.ts'

/** A browser is watched for this long after a disturbance, in milliseconds. */
export const WATCH_MS = 8_000
const STEP_MS = 50
const WITHIN_MS = 20
const STAYS_MS = 500
/**
 * The badge may show a wrong figure for this time, in seconds, because the page looks only four times a second whether the
 * server's time has jumped (M10). In a quarter of a second, the badge is read up to three times.
 */
const WRONG_SEC = 0.3
const NEVER_MS = 99_999

/** A disturbance of a browser, when it ended, and the recording of the loudspeaker that the browser uses afterwards. */
export type Trial = {
  readonly name: string
  readonly endMs: number
  readonly recorder: Pick<LoudspeakerRecorder, 'soundAt'>
}

/** The songs, when the first one began, and what the badge showed. */
type SongTimes = {
  readonly songs: readonly TestSong[]
  readonly startTime: number
  readonly badges: readonly Badge[]
}

/** Measures one browser. @returns its rows, or one row with a missed goal if the browser could not be measured */
export async function rowsOf(engine: Engine, measure: (engine: Engine) => Promise<Row[]>): Promise<Row[]> {
  const recorded = (times: number) => row(`${engine}: recorded`, times, '', { exactly: 1 })
  try {
    return [recorded(1), ...(await measure(engine))]
  } catch (error) {
    console.error(`${engine} was not measured:`, error)
    return [recorded(0)]
  }
}

/** Returns how soon the sound was in sync again after a disturbance, and for how long the badge was wrong. */
export function trialRows(
  engine: Engine,
  { name, endMs, recorder }: Trial,
  { songs, startTime, badges }: SongTimes,
): Row[] {
  const late = Array.from({ length: (WATCH_MS - 500) / STEP_MS }, (_, step) =>
    lateMs(songs, startTime, recorder, endMs + step * STEP_MS),
  )
  const isIn = (each: number | null | undefined) => each != null && Math.abs(each) <= WITHIN_MS
  const first = late.findIndex((_, from) => late.slice(from, from + STAYS_MS / STEP_MS).every(isIn))
  const wrong = badges.filter(({ atMs, text }) => {
    const within = withinMsOf(text)
    const step = Math.round((atMs - endMs) / STEP_MS)
    if (within === null || step < 0 || step >= late.length) return false
    const off = late[step]
    return off == null || Math.abs(off) > within
  })
  return [
    row(`${engine}, after ${name}: in sync again`, first < 0 ? NEVER_MS : first * STEP_MS, 'ms', {
      atMost: 2_000,
    }),
    // The badge shows no figure until it is true again (M7, M10, M11).
    row(`${engine}, after ${name}: wrong figures on the badge`, wrong.length / 10, 's', {
      atMost: WRONG_SEC,
    }),
  ]
}

/** Returns how late the sound is at a moment. Null if the recording does not contain the song of this moment. */
function lateMs(
  songs: readonly TestSong[],
  startTime: number,
  recorder: Trial['recorder'],
  atMs: number,
): number | null {
  let beganMs = startTime
  for (const song of songs) {
    if (atMs < beganMs + song.durationMs) {
      const position = findPosition(recorder.soundAt(atMs, LISTEN_MS), song.samples, atMs - beganMs)
      return position === null ? null : atMs - beganMs - position
    }
    beganMs += song.durationMs
  }
  return null
}
