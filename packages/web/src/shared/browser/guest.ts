import * as z from 'zod/mini'
import { readStored, writeStored } from './storage.ts'

const GUEST_KEY = 'guest'

/**
 * What this device keeps of its guest: the secret by which the server recognises the device (G3), the last nickname, and the
 * session that the guest joined last.
 */
const StoredGuest = z.object({ device: z.string(), nickname: z.string(), ssid: z.string() })
export type StoredGuest = z.infer<typeof StoredGuest>

/** The guest of this device; null if nobody was a guest here. */
export function storedGuest(): StoredGuest | null {
  try {
    const parsed = StoredGuest.safeParse(JSON.parse(readStored(GUEST_KEY) ?? 'null'))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

export const storeGuest = (guest: StoredGuest | null): void =>
  writeStored(GUEST_KEY, guest && JSON.stringify(guest))
