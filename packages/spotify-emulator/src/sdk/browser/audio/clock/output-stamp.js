/**
 * A valid timestamp is between `earliestStampMs` and `latestStampMs`, relative to the page's clock. WebKitGTK adds
 * the time of the graph, so its timestamps are too late. A timestamp that is too early comes from a stopped graph.
 */
const latestStampMs = 50
const earliestStampMs = -1000

/**
 * The part of an `AudioContext` that the clock reads. Old browsers lack `outputLatency` and `getOutputTimestamp`.
 * @typedef {{
 *   readonly currentTime: number, readonly baseLatency: number, readonly outputLatency?: number,
 *   getOutputTimestamp?(): { contextTime?: number, performanceTime?: number },
 * }} OutputContext
 */

/**
 * An output timestamp. `contextTime` is in seconds, and `performanceTime` in milliseconds.
 * @typedef {{ contextTime: number, performanceTime: number }} OutputStamp
 */

/**
 * Reads an output timestamp. Null if the browser reports none.
 * @param {OutputContext} context
 * @returns {OutputStamp | null}
 */
export function readStamp(context) {
  const { contextTime = 0, performanceTime = 0 } = context.getOutputTimestamp?.() ?? {}
  return contextTime > 0 && performanceTime > 0 ? { contextTime, performanceTime } : null
}

/** Returns whether a timestamp is impossible, because its time has not come yet. @param {OutputStamp} stamp */
export const isInFuture = ({ performanceTime }) => performanceTime - performance.now() > latestStampMs

/** Returns whether a timestamp is so old that it comes from a stopped graph. @param {OutputStamp} stamp */
export const isFromStoppedGraph = ({ performanceTime }) =>
  performanceTime - performance.now() < earliestStampMs

/**
 * Returns whether the browser subtracted the latency from both times of a timestamp, as Firefox does. The
 * difference of the two times then does not contain the latency.
 * @param {OutputContext} context @param {OutputStamp} stamp
 */
export function isLatencyCancelled({ currentTime, outputLatency = 0 }, { contextTime }) {
  return outputLatency > 0 && Math.abs(currentTime - outputLatency - contextTime) < 1e-6
}
