import { createHash } from 'node:crypto'

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/**
 * Creates the id of a bundled entry: 22 base62 characters (128 bits) from a hash of its name. The algorithm
 * must not change, because stored votes and playlists contain these ids.
 */
export function bundledId(name: string): string {
  const digest = createHash('sha256').update(name).digest('hex').slice(0, 32)
  let rest = BigInt(`0x${digest}`)
  let id = ''
  for (let i = 0; i < 22; i++) {
    id = (DIGITS[Number(rest % 62n)] ?? '0') + id
    rest /= 62n
  }
  return id
}
