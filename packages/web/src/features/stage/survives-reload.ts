import { readStored, storageFor, type StorageScope } from '../../shared/browser/storage.ts'

/** Returns whether the value of a key will still be there after a reload, because the browser itself has stored it. */
export function survivesReload(key: string, keeping: StorageScope = 'browser'): boolean {
  try {
    return storageFor(keeping).getItem(key) === readStored(key, keeping)
  } catch {
    return false
  }
}
