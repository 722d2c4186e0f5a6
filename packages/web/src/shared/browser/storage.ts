/** `browser`: stored for all tabs and later visits. `tab`: stored for this tab. */
type Keeping = 'browser' | 'tab'

/** Values that the storage refused, because it is full or forbidden. They last as long as the page. */
const untaken = new Map<string, string | null>()

const storageFor = (keeping: Keeping) => (keeping === 'browser' ? localStorage : sessionStorage)

/** Reads a key; null when there is none. */
export function readStored(key: string, keeping: Keeping = 'browser'): string | null {
  const kept = untaken.get(`${keeping} ${key}`)
  if (kept !== undefined) return kept
  try {
    return storageFor(keeping).getItem(key)
  } catch {
    return null
  }
}

/** Writes a key, or removes it when `value` is null. If the browser refuses, the value lasts as long as the page. */
export function writeStored(key: string, value: string | null, keeping: Keeping = 'browser'): void {
  try {
    if (value === null) storageFor(keeping).removeItem(key)
    else storageFor(keeping).setItem(key, value)
    untaken.delete(`${keeping} ${key}`)
  } catch {
    untaken.set(`${keeping} ${key}`, value)
  }
}
