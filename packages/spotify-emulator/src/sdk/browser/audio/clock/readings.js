/** The number of consecutive readings that must differ from the others, so that they count as a sudden change. */
const readingsOfStep = 2

/**
 * Returns a quantile: the value at the fraction `part` of the sorted values.
 * @param {number[]} values @param {number} part from 0 (the smallest value) to 1 (the largest value)
 */
export const quantileOf = (values, part) =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * part + 0.5)] ?? 0

/**
 * Returns the median, or 0 if there are no values. The median of an even number of values is the mean of the two in the
 * middle. @param {number[]} values
 */
export function medianOf(values) {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.slice(Math.ceil(sorted.length / 2) - 1, Math.floor(sorted.length / 2) + 1)
  return middle.reduce((sum, value) => sum + value, 0) / Math.max(1, middle.length)
}

/**
 * Returns the mean of the middle 60 % of the values, which is steadier than the median. @param {number[]} values
 */
export function middleOf(values) {
  const left = Math.floor(values.length / 5)
  const middle = values.toSorted((a, b) => a - b).slice(left, values.length - left)
  return middle.reduce((sum, value) => sum + value, 0) / Math.max(1, middle.length)
}

/**
 * Adds a reading and drops the oldest readings. If the newest readings all differ from the earlier ones, the
 * earlier readings are dropped, because an interruption shifts all later readings.
 * @param {number[]} readings
 * @param {number} reading
 * @param {{ count: number, stepSec: number }} limits
 */
export function withReading(readings, reading, { count, stepSec }) {
  const all = [...readings, reading].slice(-count)
  const before = medianOf(readings)
  const newest = all.slice(-readingsOfStep)
  const isStep = newest.length === readingsOfStep && newest.every((each) => Math.abs(each - before) > stepSec)
  return isStep ? newest : all
}
