/**
 * A position of a song, and when people hear it by `performance.now`, both in milliseconds.
 * @typedef {{ positionMs: number, atMs: number }} TimedPosition
 */

/** Returns the position at a moment of the page's clock. @param {TimedPosition} target @param {number} pageMs */
export const positionAt = ({ positionMs, atMs }, pageMs) => positionMs + pageMs - atMs

/** Returns whether a song starts in the future. @param {TimedPosition} target */
export const startsLater = (target) => positionAt(target, performance.now()) < 0
