import { readStored, writeStored } from './storage.ts'

const keyOf = (code: string): string => `stage ${code}`

/**
 * Reads the secret with which this browser shows a session as a big screen (X7).
 * @param code the code of the session in the address; empty for a screen that may show any session
 */
export const storedStage = (code: string): string | null => readStored(keyOf(code))

/** Stores or removes the secret of a big screen. */
export const storeStage = (code: string, secret: string | null): void => writeStored(keyOf(code), secret)

/** Calls back when another window of this browser has stored a secret for this address. */
export function onStageStored(code: string, callback: () => void): () => void {
  const listen = ({ key, newValue }: StorageEvent): void => {
    if (key === keyOf(code) && newValue !== null) callback()
  }
  addEventListener('storage', listen)
  return () => removeEventListener('storage', listen)
}
