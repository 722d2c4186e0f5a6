import { readStored, writeStored } from './storage.ts'

const GUEST_KEY = 'guest'

/**
 * What this device stores about its guest: the secret by which the server recognises the device (G3), the last
 * nickname, and the session that the guest joined last.
 */
export type StoredGuest = { device: string; nickname: string; ssid: string }

/** This function uses no zod schema, because the login form of the first screen must not load zod. */
function isStoredGuest(value: unknown): value is StoredGuest {
  if (typeof value !== 'object' || value === null) return false
  const texts = new Map<string, unknown>(Object.entries(value))
  return ['device', 'nickname', 'ssid'].every((name) => typeof texts.get(name) === 'string')
}

/** Returns the guest of this device. Null if nobody was a guest here. */
export function storedGuest(): StoredGuest | null {
  try {
    const stored: unknown = JSON.parse(readStored(GUEST_KEY) ?? 'null')
    return isStoredGuest(stored) ? stored : null
  } catch {
    return null
  }
}

export const storeGuest = (guest: StoredGuest | null): void =>
  writeStored(GUEST_KEY, guest && JSON.stringify(guest))
