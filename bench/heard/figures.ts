import { loadavg } from 'node:os'
import { median, percentile, type Row, row } from '../report.ts'
import { type BadgeLook, badgeRows, withinMsOf } from '../sync/badge.ts'
import { findPosition, LISTEN_MS } from '../sync/recorded-sound.ts'
import type { TestSong } from '../sync/songs.ts'
import type { Listening } from './listening.ts'
import type { LoudspeakerRecorder } from './loudspeakers.ts'

const STEP_MS = 100
/** The first seconds of the sound have figures of their own. */
const EARLY_MS = 5_000
/** A measurement has about 300 comparisons. With fewer than this, it is not valid. */
const ENOUGH_LOOKS = 150

/** What the figures need of a browser that was recorded. */
export type Recorded = Omit<Listening, 'recorder' | 'reported'> & {
  readonly recorder: Pick<LoudspeakerRecorder, 'soundAt' | 'doubtMs'>
}

/**
 * One comparison at an epoch time: by how much the sound of a browser is later than the position of the session. Null
 * if the recording does not contain the song at that time.
 */
type Look = { readonly atMs: number; readonly lateMs: number | null }

/** Calculates the figures of the browsers that were recorded together. `startTime` is when the song began. */
export function heardRows(
  title: string,
  song: TestSong,
  startTime: number,
  listenings: readonly Recorded[],
): Row[] {
  const looksOf = listenings.map((listening) => looks(song, startTime, listening))
  const settledMs = looksOf.map((all) => (all.find(isHeard)?.atMs ?? startTime) + EARLY_MS)
  const rows = listenings.flatMap(({ engine, badges, recorder, pressedMs }, index) => {
    const all = looksOf[index] ?? []
    const heard = late(all).length
    if (heard < ENOUGH_LOOKS) throw new Error(`${engine} was heard at ${heard} moments only`)
    const isSettled = ({ atMs }: Look) => atMs >= (settledMs[index] ?? 0)
    const early = late(all.filter((look) => !isSettled(look)))
    const steady = late(all.filter(isSettled))
    const expected = all.filter(({ atMs }) => atMs >= pressedMs + EARLY_MS)
    const notHeard = expected.length - late(expected).length
    const name = `${title}: ${index === 0 ? 'first' : 'second'}, ${engine}`
    return [
      row(`${name}, late, p05`, percentile(steady, 0.05), 'ms'),
      row(`${name}, late, p50`, median(steady), 'ms'),
      row(`${name}, late, p95`, percentile(steady, 0.95), 'ms'),
      row(`${name}, off, p95`, percentile(steady.map(Math.abs), 0.95), 'ms', { atMost: 10 }),
      row(`${name}, off in the first 5 s, p95`, percentile(early.map(Math.abs), 0.95), 'ms', { atMost: 20 }),
      // A moment at which the recording does not contain the song has no milliseconds, so the percentiles leave it out.
      // With this goal, such moments can hardly change a 95th percentile. The first seconds after the press of Play do not count.
      row(`${name}, moments not heard`, (100 * notHeard) / expected.length, '%', { atMost: 1 }),
      ...badgeRows(`${name}, `, badgeLooks(badges, all), null),
      row(
        `${name}, error of the recorded times, largest`,
        largest(all.map(({ atMs }) => recorder.doubtMs(atMs))),
        'ms',
      ),
    ]
  })
  const [one = [], other = []] = looksOf
  const otherAt = new Map(other.map(({ atMs, lateMs }) => [atMs, lateMs]))
  const settled = one.flatMap(({ atMs, lateMs }) => {
    const theirs = otherAt.get(atMs) ?? null
    const isCounted = atMs >= Math.max(...settledMs) && lateMs !== null && theirs !== null
    return isCounted ? [Math.abs(lateMs - theirs)] : []
  })
  return [
    ...rows,
    row(`${title}: apart, p50`, median(settled), 'ms'),
    row(`${title}: apart, p95`, percentile(settled, 0.95), 'ms', { atMost: 10 }),
    row(`${title}: load of the machine`, loadavg()[0] ?? 0, ''),
  ]
}

/**
 * Combines the figures of several runs. A figure is the row with the median value of the runs that have it. A figure
 * with a goal is followed by the worst value of all runs, and if two values are in the middle, the worse one counts. Each
 * run must meet a goal of one exact value, so such a figure is its worst value.
 */
export function medianRows(runs: readonly (readonly Row[])[]): Row[] {
  const byName = Map.groupBy(runs.flat(), ({ what }) => what)
  return [...byName.values()].flatMap((rows) => {
    const goal = rows[0]?.goal ?? null
    const sorted = rows.toSorted((a, b) => a.value - b.value)
    if (goal?.startsWith('>=')) sorted.reverse()
    const middle = sorted[Math.floor(sorted.length / 2)]
    const worst = sorted.at(-1)
    if (!middle || !worst || rows.length === 1) return rows
    if (goal === null) return [middle]
    if (goal.startsWith('=')) return [rows.find(({ met }) => met === false) ?? middle]
    return [middle, row(`${middle.what}, worst of ${rows.length}`, worst.value, middle.unit)]
  })
}

const largest = (values: readonly number[]): number => Math.max(...values)
const isHeard = ({ lateMs }: Look): boolean => lateMs !== null
const late = (all: readonly Look[]): number[] => all.flatMap(({ lateMs }) => lateMs ?? [])

/** Compares the recording with the song from the press of Play until a second before the song ends. */
function looks(song: TestSong, startTime: number, { pressedMs, recorder }: Recorded): Look[] {
  const count = Math.floor((song.durationMs - 1_000) / STEP_MS)
  const moments = Array.from({ length: count }, (_, step) => startTime + step * STEP_MS)
  return moments
    .filter((atMs) => atMs >= pressedMs)
    .map((atMs) => {
      const heardNow = recorder.soundAt(atMs, LISTEN_MS)
      const positionMs = findPosition(heardNow, song.samples, atMs - startTime)
      return { atMs, lateMs: positionMs === null ? null : atMs - startTime - positionMs }
    })
}

/** Compares what the player's badge showed with the recording, at the moments of the comparisons. */
function badgeLooks(badges: Listening['badges'], all: readonly Look[]): BadgeLook[] {
  return badges.flatMap(({ atMs, text }) => {
    const look = all.find((each) => Math.abs(each.atMs - atMs) <= STEP_MS / 2)
    return look ? [{ withinMs: withinMsOf(text), offMs: look.lateMs }] : []
  })
}
