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

function readGuest(): unknown {
  try {
    return JSON.parse(readStored(GUEST_KEY) ?? 'null')
  } catch {
    return null
  }
}

/** Returns the guest of this device. Null if nobody was a guest here, or the guest is forgotten. */
export function storedGuest(): StoredGuest | null {
  const stored = readGuest()
  return isStoredGuest(stored) ? stored : null
}

/** Returns the secret of this device (G3). It stays after the guest is forgotten. */
export function storedDevice(): string | undefined {
  const stored = readGuest()
  const isSecret = typeof stored === 'object' && stored !== null && 'device' in stored
  return isSecret && typeof stored.device === 'string' ? stored.device : undefined
}

export const storeGuest = (guest: StoredGuest): void => writeStored(GUEST_KEY, JSON.stringify(guest))

/**
 * Removes the nickname and the session of the guest, who was deleted, or who an account replaced on this device. The
 * secret stays, because otherwise the next guest of this device would have none of the bans and mutes (G3, C8).
 */
export const forgetGuest = (): void => writeStored(GUEST_KEY, JSON.stringify({ device: storedDevice() }))
