/**
 * One measurement of the server's time: `sentMs` and `receivedMs` are monotonic times of this device,
 * `serverMs` is the epoch time of the server.
 */
export type ClockProbe = { readonly sentMs: number; readonly receivedMs: number; readonly serverMs: number }

/** How fast two clocks drift apart, in milliseconds per millisecond: the likely value and its limits. */
type Drift = { readonly lowest: number; readonly likely: number; readonly highest: number }

/** The latest measurements, which do not contradict each other, and the drift that they show. */
export type ClockWindow = { readonly probes: readonly ClockProbe[]; readonly drift: Drift }

/**
 * The estimated difference of the clocks: server time = monotonic time + `offsetMs`. The result is at most `errorMs`
 * too early or too late.
 */
export type ClockEstimate = { readonly offsetMs: number; readonly errorMs: number }

/** The largest number of measurements in a window: sixty pairs. */
export const WINDOW_SIZE = 120

/**
 * The largest drift between two clocks that is possible here: 300 microseconds per second. Most clocks drift much
 * less.
 */
const FASTEST_DRIFT = 300e-6

/** The assumed error of the likely drift. The clocks of most computers and phones drift by less than this. */
const DRIFT_ERROR = 100e-6

/**
 * A drift is used only if it makes the range between the bounds wider by more than the drift in this time. In a
 * shorter window, changes of the network delay would look like a drift.
 */
const BELIEVED_AFTER_MS = 15_000

/** The server sends whole milliseconds, rounded down. So its real time can be up to this much later. */
const TRUNCATION_MS = 1

/** Browsers round their monotonic time to a millisecond at worst, so that pages cannot measure secrets with it. */
const TIMER_MS = 1

const SEARCH_STEPS = 24

export const EMPTY_WINDOW: ClockWindow = {
  probes: [],
  drift: { lowest: -DRIFT_ERROR, likely: 0, highest: DRIFT_ERROR },
}

/**
 * Adds a measurement to a window. If it contradicts earlier measurements, the oldest are dropped until the rest
 * agrees, because a clock was set or this device slept. A measurement whose answer is older than its request is
 * ignored.
 */
export function withProbe(window: ClockWindow, probe: ClockProbe): ClockWindow {
  if (!(probe.receivedMs >= probe.sentMs)) return window
  const probes = [...window.probes, probe].slice(-WINDOW_SIZE)
  const drift = probes.length > 1 ? driftOf(probes) : EMPTY_WINDOW.drift
  return drift === null ? withoutOldest(probes) : { probes, drift }
}

/**
 * Drops the oldest of measurements that contradict each other, as few as possible. This is a binary search, because it
 * takes long to compare many measurements: if some agree, they also agree without the oldest of them.
 */
function withoutOldest(probes: readonly ClockProbe[]): ClockWindow {
  let first = 1
  let last = probes.length - 1
  let drift = EMPTY_WINDOW.drift
  while (first < last) {
    const middle = Math.floor((first + last) / 2)
    const found = driftOf(probes.slice(middle))
    if (found === null) first = middle + 1
    else [last, drift] = [middle, found]
  }
  return { probes: probes.slice(first), drift }
}

/**
 * Calculates the best estimate of a window. Each measurement gives a lower and an upper bound of the difference,
 * because neither the request nor the answer can take less than no time. The estimate is the middle between the
 * closest bounds, corrected by the likely drift. The real error is never larger than `errorMs`, also if one direction
 * is slower.
 * @param nowMs monotonic time of this device; the bounds of a measurement get wider with its age
 * @returns null without a measurement
 */
export function estimateOf({ probes, drift }: ClockWindow, nowMs: number): ClockEstimate | null {
  if (probes.length === 0) return null
  const { lowestMs, highestMs } = boundsOf(probes, nowMs, drift.likely, drift.likely)
  const proven = boundsOf(probes, nowMs, drift.lowest, drift.highest)
  const offsetMs = (lowestMs + highestMs) / 2
  return { offsetMs, errorMs: Math.max(proven.highestMs - offsetMs, offsetMs - proven.lowestMs) }
}

/**
 * Returns the closest lower and upper bound of the clock difference at a time, if the drift is between the two
 * values.
 */
function boundsOf(probes: readonly ClockProbe[], atMs: number, slowest: number, fastest: number) {
  let lowestMs = Number.NEGATIVE_INFINITY
  let highestMs = Number.POSITIVE_INFINITY
  for (const { sentMs, receivedMs, serverMs } of probes) {
    const sinceSentMs = atMs - sentMs
    const sinceReceivedMs = atMs - receivedMs
    const lowest = serverMs - TIMER_MS - receivedMs
    const highest = serverMs + TRUNCATION_MS + TIMER_MS - sentMs
    lowestMs = Math.max(lowestMs, lowest + Math.min(slowest * sinceReceivedMs, fastest * sinceReceivedMs))
    highestMs = Math.min(highestMs, highest + Math.max(slowest * sinceSentMs, fastest * sinceSentMs))
  }
  return { lowestMs, highestMs }
}

/**
 * Calculates the drift from the measurements. A wrong drift moves the lower and upper bounds of older measurements
 * towards each other. So the likely drift is the one with the widest range between the bounds.
 * @returns null if the measurements contradict each other with every drift
 */
function driftOf(probes: readonly ClockProbe[]): Drift | null {
  const atMs = probes.at(-1)?.receivedMs ?? 0
  const rangeMs = (drift: number) => {
    const { lowestMs, highestMs } = boundsOf(probes, atMs, drift, drift)
    return highestMs - lowestMs
  }
  const widest = placeOfMaximum(rangeMs)
  if (rangeMs(widest) < 0) return null
  const lowest = placeOfZero(rangeMs, widest, -FASTEST_DRIFT)
  const highest = placeOfZero(rangeMs, widest, FASTEST_DRIFT)
  const believed = placeOfMaximum((drift) => rangeMs(drift) - Math.abs(drift) * BELIEVED_AFTER_MS)
  const likely = Math.min(highest, Math.max(lowest, believed))
  return {
    lowest: Math.max(lowest, likely - DRIFT_ERROR),
    likely,
    highest: Math.min(highest, likely + DRIFT_ERROR),
  }
}

/** Finds the drift at which a function is largest. The function may have only one maximum. */
function placeOfMaximum(valueOf: (drift: number) => number): number {
  let from = -FASTEST_DRIFT
  let to = FASTEST_DRIFT
  for (let step = 0; step < SEARCH_STEPS; step += 1) {
    const third = (to - from) / 3
    if (valueOf(from + third) < valueOf(to - third)) from += third
    else to -= third
  }
  return (from + to) / 2
}

/**
 * Finds the drift between `inside` and `end` where a falling function becomes negative. At `inside`, its value is not
 * negative.
 */
function placeOfZero(valueOf: (drift: number) => number, inside: number, end: number): number {
  if (valueOf(end) >= 0) return end
  let valid = inside
  let invalid = end
  for (let step = 0; step < SEARCH_STEPS; step += 1) {
    const middle = (valid + invalid) / 2
    if (valueOf(middle) >= 0) valid = middle
    else invalid = middle
  }
  return invalid
}
