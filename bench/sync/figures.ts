import { median } from '../report.ts'
import { type BadgeLook, withinMsOf } from './badge.ts'
import { type RecordedSound, readSound } from './recorded-sound.ts'
import type { Room } from './room.ts'
import type { TestSong } from './songs.ts'
import { worst } from './worst.ts'
import type { Recording } from './page-recorder.ts'

export type SyncFigures = {
  /**
   * How far the song positions of two pages are apart at the same moment, for all pairs of pages. The seconds until
   * all pages have settled are left out.
   */
  readonly apartMs: readonly number[]
  /** The same differences in the first seconds of the page that pressed play last. */
  readonly earlyApartMs: readonly number[]
  readonly changeApartMs: readonly number[]
  /** The difference between the sound and the position of the session by the server's clock. */
  readonly fromSessionMs: readonly number[]
  /** The time from each press to the first sound. */
  readonly startedMs: readonly number[]
  /** The time from each press until the sound stays within the allowed difference. */
  readonly withinMs: readonly number[]
  readonly changeGapMs: number
  readonly changeSilenceMs: number
  /** The readings of the player's badge on all pages. */
  readonly badgeLooks: readonly BadgeLook[]
  readonly clockApartMs: number
  readonly unheardPercent: number
}

const STEP_MS = 150
const SETTLED_AFTER_MS = 1_000
const EARLY_MS = 3_000
const FINE_STEP_MS = 25
/** A page counts as in sync when it has stayed within the allowed difference for this many milliseconds. */
const STAYS_MS = 500
const NEVER_MS = 99_999

type Listening = { readonly heard: RecordedSound; readonly recording: Recording; readonly pressedMs: number }

/** Calculates the figures from the recordings of a session. */
export function figuresOf(room: Room, songs: readonly TestSong[], boundMs: number): SyncFigures {
  const [first, second] = songs
  if (!first || !second) throw new Error('two songs are needed')
  const listeners = room.recordings.map((recording): Listening => {
    const heard = readSound(recording)
    if (heard.pressedMs === null) throw new Error('play was not pressed')
    return { heard, recording, pressedMs: heard.pressedMs }
  })
  const { startTime } = room
  const endTime = startTime + first.durationMs
  const lastPressMs = Math.max(...listeners.map(({ pressedMs }) => pressedMs))
  /** Returns how far each page is ahead of the session at a moment. */
  const aheadAt = (atMs: number): (number | null)[] =>
    listeners.map(({ heard }) => {
      const [song, beganMs] = atMs < endTime ? [first, startTime] : [second, endTime]
      const position = heard.positionMs(song, atMs, atMs - beganMs)
      return position === null ? null : position - (atMs - beganMs)
    })
  const instants = (fromMs: number, toMs: number) => range(fromMs, toMs, STEP_MS).map(aheadAt)

  const steady = instants(lastPressMs + SETTLED_AFTER_MS, endTime - 400)
  const change = [...instants(endTime - 2_000, endTime - 200), ...instants(endTime + 40, endTime + 1_500)]
  const steadyCells = steady.flat()
  return {
    apartMs: steady.flatMap(pairs),
    earlyApartMs: instants(lastPressMs + 500, lastPressMs + EARLY_MS).flatMap(pairs),
    changeApartMs: change.flatMap(pairs),
    fromSessionMs: present(steadyCells).map(Math.abs),
    ...starts(listeners, first, startTime, boundMs),
    ...changes(listeners, first, second, startTime),
    badgeLooks: listeners.flatMap((listener) => badgeLooks(listener, first, startTime, endTime)),
    clockApartMs: room.clockApartMs,
    unheardPercent: (100 * steadyCells.filter((each) => each === null).length) / steadyCells.length,
  }
}

function starts(listeners: readonly Listening[], song: TestSong, startTime: number, boundMs: number) {
  const [host] = listeners
  const each = listeners.map(({ heard, pressedMs }) => {
    const moments = range(pressedMs, pressedMs + EARLY_MS, FINE_STEP_MS).map((atMs) => {
      const place = ({ positionMs }: RecordedSound) => positionMs(song, atMs, atMs - startTime)
      const own = place(heard)
      // The first page is compared with the session, and the other pages with the first page.
      const reference = host && host.heard !== heard ? place(host.heard) : atMs - startTime
      return { atMs, apartMs: own === null || reference === null ? null : Math.abs(own - reference) }
    })
    const isIn = ({ apartMs }: (typeof moments)[number]) => apartMs !== null && apartMs <= boundMs
    const started = moments.find(({ apartMs }) => apartMs !== null)?.atMs
    const within = moments.find((_, from) =>
      moments.slice(from, from + STAYS_MS / FINE_STEP_MS).every(isIn),
    )?.atMs
    return {
      startedMs: started === undefined ? NEVER_MS : started - pressedMs,
      withinMs: within === undefined ? NEVER_MS : within - pressedMs,
    }
  })
  return { startedMs: each.map(({ startedMs }) => startedMs), withinMs: each.map(({ withinMs }) => withinMs) }
}

/** Measures the change from one song to the next, on the worst page. */
function changes(listeners: readonly Listening[], first: TestSong, second: TestSong, startTime: number) {
  const endTime = startTime + first.durationMs
  const gaps: number[] = []
  const silences: number[] = []
  for (const { heard } of listeners) {
    const line = (song: TestSong, beganMs: number, fromMs: number) =>
      present(
        range(fromMs, fromMs + 500, 50).map((atMs) => {
          const position = heard.positionMs(song, atMs, atMs - beganMs)
          return position === null ? null : atMs - position
        }),
      )
    const before = line(first, startTime, endTime - 800)
    const after = line(second, endTime, endTime + 300)
    const gap =
      before.length > 0 && after.length > 0 ? median(after) - median(before) - first.durationMs : NEVER_MS
    gaps.push(gap)
    let run = 0
    let longest = 0
    for (const atMs of range(endTime - 400, endTime + 1_500, 5)) {
      run = heard.loudness(atMs, atMs + 5) < 0.002 ? run + 5 : 0
      longest = Math.max(longest, run)
    }
    silences.push(longest)
  }
  return {
    changeGapMs: worst(gaps),
    changeSilenceMs: Math.max(...silences),
  }
}

/** Compares what the player's badge showed during a song with the recording. */
function badgeLooks(
  { heard, recording, pressedMs }: Listening,
  song: TestSong,
  startTime: number,
  endTime: number,
): BadgeLook[] {
  return recording.badges
    .filter((_, index) => index % 5 === 0)
    .map((badge) => ({ ...badge, atMs: badge.atMs + recording.timeOrigin }))
    .filter(({ atMs }) => atMs >= pressedMs + 500 && atMs <= endTime - 300)
    .map(({ atMs, listening, text }) => {
      const withinMs = listening === 'playing' ? withinMsOf(text) : null
      const position = heard.positionMs(song, atMs, atMs - startTime)
      return { withinMs, offMs: position === null ? null : position - (atMs - startTime) }
    })
}

function pairs(aheads: readonly (number | null)[]): number[] {
  const known = present(aheads)
  return known.flatMap((one, index) => known.slice(index + 1).map((other) => Math.abs(one - other)))
}

const present = (values: readonly (number | null)[]): number[] => values.filter((value) => value !== null)

function range(from: number, to: number, step: number): number[] {
  return Array.from({ length: Math.max(0, Math.ceil((to - from) / step)) }, (_, index) => from + index * step)
}
