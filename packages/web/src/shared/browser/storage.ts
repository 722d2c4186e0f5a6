/** How long something is kept: in all tabs of this browser over visits, or as long as this tab. */
type Keeping = 'browser' | 'tab'

/** What a full or forbidden storage did not take: kept for as long as the page is open. */
const untaken = new Map<string, string | null>()

const storageFor = (keeping: Keeping) => (keeping === 'browser' ? localStorage : sessionStorage)

/** Reads one key; null where there is none. */
export function readStored(key: string, keeping: Keeping = 'browser'): string | null {
  const kept = untaken.get(`${keeping} ${key}`)
  if (kept !== undefined) return kept
  try {
    return storageFor(keeping).getItem(key)
  } catch {
    return null
  }
}

/** Writes one key, or removes it when `value` is null. Where the browser refuses, only the next visit starts empty. */
export function writeStored(key: string, value: string | null, keeping: Keeping = 'browser'): void {
  try {
    if (value === null) storageFor(keeping).removeItem(key)
    else storageFor(keeping).setItem(key, value)
    untaken.delete(`${keeping} ${key}`)
  } catch {
    untaken.set(`${keeping} ${key}`, value)
  }
}
