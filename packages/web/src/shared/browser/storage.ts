/** Reads one key of local storage; null where there is none or the browser refuses storage. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Writes one key of local storage, or removes it when `value` is null. A full or refused storage is survived. */
export function writeStored(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // The app works without; only the next visit starts empty.
  }
}
