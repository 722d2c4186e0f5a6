import { median, type Row, row } from '../report.ts'

/** One reading of the player's badge, compared with the recording. */
export type BadgeLook = {
  /** By how many milliseconds the sound may differ from the position of the session. Null if the badge shows no figure. */
  readonly withinMs: number | null
  /** By how many milliseconds it really differs. Null if the recording does not contain the song. */
  readonly offMs: number | null
}

/** Returns the milliseconds in a text of the badge. Null if the badge shows no figure. */
export function withinMsOf(text: string): number | null {
  const digits = /±\D*(\d+)/.exec(text)?.[1]
  return digits === undefined ? null : Number(digits)
}

/**
 * Returns how often the badge showed a figure, and how often the figure was true.
 * @param prefix the start of the names of the rows
 * @param leastShown the goal of the share of the time with a figure, in percent. Null if the browser may show none
 */
export function badgeRows(prefix: string, looks: readonly BadgeLook[], leastShown: number | null): Row[] {
  const shown = looks.flatMap(({ withinMs, offMs }) => (withinMs === null ? [] : [{ withinMs, offMs }]))
  const shownPercent = (100 * shown.length) / Math.max(1, looks.length)
  const goal = leastShown === null ? {} : { atLeast: leastShown }
  const share = row(`${prefix}badge shown, share of the time`, shownPercent, '%', goal)
  // A badge that never shows a figure cannot be wrong, so only this row tells about it.
  if (shown.length === 0) return [share]
  const right = shown.filter(({ withinMs, offMs }) => offMs !== null && Math.abs(offMs) <= withinMs)
  const said = shown.map(({ withinMs }) => withinMs)
  return [
    share,
    row(`${prefix}badge true`, (100 * right.length) / shown.length, '%', { atLeast: 95 }),
    row(`${prefix}badge says within, p50`, median(said), 'ms'),
  ]
}
