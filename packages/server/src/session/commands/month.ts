/**
 * Adds one calendar month to a moment, at the same time of day in UTC. If the next month is too short, the
 * result is its last day (R5).
 *
 * @param moment epoch milliseconds, like the result
 */
export function monthAfter(moment: number): number {
  const end = new Date(moment)
  const day = end.getUTCDate()
  end.setUTCMonth(end.getUTCMonth() + 1)
  // The next month does not have this day, so `end` is in the month after it. Day 0 is the last day of the
  // month before.
  if (end.getUTCDate() !== day) end.setUTCDate(0)
  return end.getTime()
}
