import { readStored, writeStored } from './storage.ts'

const TOKEN_KEY = 'token'

/** The characters that a token may have, because other characters cannot be sent in a header. */
const SENDABLE = /^[!-~]+$/

/**
 * Returns the stored token. Null if none is stored. The text `null`, and a text that cannot be sent in a header, count
 * as no token (A1, route guard of the spec).
 */
export function storedToken(): string | null {
  const token = readStored(TOKEN_KEY)
  return token === null || token === 'null' || !SENDABLE.test(token) ? null : token
}

/** Returns the header with the stored token. Returns no header if none is stored (A1). */
export function loginHeader(): Record<string, string> {
  const token = storedToken()
  return token === null ? {} : { authorization: `Bearer ${token}` }
}

export const storeToken = (token: string): void => writeStored(TOKEN_KEY, token)
export const forgetToken = (): void => writeStored(TOKEN_KEY, null)
