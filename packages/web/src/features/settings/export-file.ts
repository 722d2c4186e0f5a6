/**
 * Creates the name of the export file from the username and the date.
 *
 * @param nowMs the time in epoch milliseconds; the date is in the person's time zone
 */
export function exportName(username: string, nowMs: number): string {
  const now = new Date(nowMs)
  const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) =>
    String(part).padStart(2, '0'),
  )
  return `jointly-${username}-${day.join('-')}.json`
}
