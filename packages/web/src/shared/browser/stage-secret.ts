import { readStored, survivesReload, writeStored } from './storage.ts'

const keyOf = (code: string): string => `stage ${code}`

/**
 * Reads the secret of the big screen that this browser shows at an address (X7).
 * @param code the code of the session in the address; empty for a screen that may show any session
 */
export const storedStage = (code: string): string | null => readStored(keyOf(code))

/** Stores the secret of a big screen, or removes it if it is null. */
export const storeStage = (code: string, secret: string | null): void => writeStored(keyOf(code), secret)

/** Returns whether the secret of a big screen will still be there after a reload. */
export const keepsStage = (code: string): boolean => survivesReload(keyOf(code))

/**
 * Calls `callback` when another window of this browser has stored a secret for the same address. @returns a function
 * that removes the listener
 */
export function onStageStored(code: string, callback: () => void): () => void {
  const listen = ({ key, newValue }: StorageEvent): void => {
    if (key === keyOf(code) && newValue !== null) callback()
  }
  addEventListener('storage', listen)
  return () => removeEventListener('storage', listen)
}
