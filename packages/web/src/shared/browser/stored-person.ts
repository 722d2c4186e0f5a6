import { readStored } from './storage.ts'

/** The key under which the client state is stored (spec section 9). */
export const STATE_KEY = 'vuex'

/** The person who is logged in on this device. */
export type StoredPerson = { username: string; isGuest: boolean }

/**
 * Returns the person of the stored client state. Null if none is stored. This does not use a zod schema, because the
 * login form of the first screen must not load zod.
 */
export function storedPerson(): StoredPerson | null {
  try {
    const state: unknown = JSON.parse(readStored(STATE_KEY) ?? 'null')
    const user = new Map(entriesOf(new Map(entriesOf(state)).get('user')))
    const username = user.get('username')
    return typeof username === 'string' ? { username, isGuest: user.get('guest') === true } : null
  } catch {
    return null
  }
}

const entriesOf = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : []
