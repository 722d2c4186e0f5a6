import { readStored, writeStored } from './storage.ts'

/** Returns the storage key for the secret of the big screen that this browser shows at an address. */
export const stageKeyOf = (code: string): string => `stage ${code}`

/**
 * Reads the secret of the big screen that this browser shows at an address (X7).
 * @param code the code of the session in the address; empty for a screen that may show any session
 */
export const storedStage = (code: string): string | null => readStored(stageKeyOf(code))

/** Stores the secret of a big screen, or removes it if it is null. */
export const storeStage = (code: string, secret: string | null): void => writeStored(stageKeyOf(code), secret)

/**
 * Calls `callback` when another window of this browser has stored a secret for the same address. @returns a function
 * that removes the listener
 */
export function onStageStored(code: string, callback: () => void): () => void {
  const listen = ({ key, newValue }: StorageEvent): void => {
    if (key === stageKeyOf(code) && newValue !== null) callback()
  }
  addEventListener('storage', listen)
  return () => removeEventListener('storage', listen)
}
