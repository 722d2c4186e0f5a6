/**
 * One calendar month later at the same time of day, in UTC; where the next month is too short, on its last day (R5).
 *
 * @param moment epoch milliseconds, and so what is returned
 */
export function monthAfter(moment: number): number {
  const end = new Date(moment)
  const day = end.getUTCDate()
  end.setUTCMonth(end.getUTCMonth() + 1)
  // A day that the month does not have ran over into the one after it.
  if (end.getUTCDate() !== day) end.setUTCDate(0)
  return end.getTime()
}
