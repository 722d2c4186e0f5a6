/**
 * Creates the file name of an export from the username and the date.
 *
 * @param nowMs epoch milliseconds; the date is in the person's time zone
 */
export function exportName(username: string, nowMs: number): string {
  const now = new Date(nowMs)
  const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) =>
    String(part).padStart(2, '0'),
  )
  return `jointly-${username}-${day.join('-')}.json`
}

const KEEP_URL_MS = 60_000

/** Makes the browser save a file. @param data written as formatted JSON */
export function downloadJson(name: string, data: unknown): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The address stays for a minute, because some browsers read it only after the person has chosen a folder.
  setTimeout(() => URL.revokeObjectURL(url), KEEP_URL_MS)
}
