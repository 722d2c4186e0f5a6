/** Where a value is stored: `browser` for all tabs and later visits, `tab` for this tab only. */
export type StorageScope = 'browser' | 'tab'

/**
 * Values that the browser did not store, because the storage is full or forbidden. They stay in memory until the
 * page closes.
 */
const refusedValues = new Map<string, string | null>()

export const storageFor = (keeping: StorageScope) => (keeping === 'browser' ? localStorage : sessionStorage)

/** Reads the value of a key. Null if there is none or the browser forbids reading. */
export function readStored(key: string, keeping: StorageScope = 'browser'): string | null {
  const refused = refusedValues.get(`${keeping} ${key}`)
  if (refused !== undefined) return refused
  try {
    return storageFor(keeping).getItem(key)
  } catch {
    return null
  }
}

/**
 * Stores the value of a key, or removes it if `value` is null. If the browser does not store it, the value stays in
 * memory until the page closes.
 */
export function writeStored(key: string, value: string | null, keeping: StorageScope = 'browser'): void {
  try {
    if (value === null) storageFor(keeping).removeItem(key)
    else storageFor(keeping).setItem(key, value)
    refusedValues.delete(`${keeping} ${key}`)
  } catch {
    refusedValues.set(`${keeping} ${key}`, value)
  }
}
