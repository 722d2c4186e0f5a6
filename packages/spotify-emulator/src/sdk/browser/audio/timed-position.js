/**
 * A position of a song, and the time of `performance.now` at which it is heard, both in milliseconds.
 * @typedef {{ positionMs: number, atMs: number }} TimedPosition
 */

/**
 * Returns the position in milliseconds at `pageMs` of the page's clock.
 * @param {TimedPosition} target @param {number} pageMs
 */
export const positionAt = ({ positionMs, atMs }, pageMs) => positionMs + pageMs - atMs

/** Returns whether the start of a song is in the future. @param {TimedPosition} target */
export const startsLater = (target) => positionAt(target, performance.now()) < 0
