import { readStored } from './storage.ts'

/** The key under which the client state is stored (spec section 9). */
export const STATE_KEY = 'vuex'

/**
 * Returns the name of the person in the stored client state. Null if none is stored. This does not use a zod schema,
 * because the login form of the first screen must not load zod.
 */
export function storedUsername(): string | null {
  try {
    const state: unknown = JSON.parse(readStored(STATE_KEY) ?? 'null')
    const username = fieldOf(fieldOf(state, 'user'), 'username')
    return typeof username === 'string' ? username : null
  } catch {
    return null
  }
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null
    ? new Map<string, unknown>(Object.entries(value)).get(name)
    : null
