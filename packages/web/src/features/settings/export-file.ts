/**
 * The name of the file that holds a person's data: whose, and of which day.
 *
 * @param nowMs epoch milliseconds; the day is that of the person's own time zone
 */
export function exportName(username: string, nowMs: number): string {
  const now = new Date(nowMs)
  const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) =>
    String(part).padStart(2, '0'),
  )
  return `jointly-${username}-${day.join('-')}.json`
}

/** Hands the browser a file to keep. @param data written as readable JSON */
export function downloadJson(name: string, data: unknown): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The download has its own hold on the data once the click is through.
  setTimeout(() => URL.revokeObjectURL(url), 0)
}
