import { createHash } from 'node:crypto'

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Creates an id of `length` base62 characters (at most 32) from a hash of the name. */
export function stableId(name: string, length = 22): string {
  const bytes = createHash('sha256').update(name).digest().subarray(0, length)
  return Array.from(bytes, (byte) => digits.charAt(byte % 62)).join('')
}
