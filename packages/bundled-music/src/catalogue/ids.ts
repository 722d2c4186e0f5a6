import { createHash } from 'node:crypto'

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** 22 base62 characters (128 bits) that always belong to this name: ids survive restarts and new songs. */
export function idFrom(name: string): string {
  const digest = createHash('sha256').update(name).digest('hex').slice(0, 32)
  let rest = BigInt(`0x${digest}`)
  let id = ''
  for (let i = 0; i < 22; i++) {
    id = (DIGITS[Number(rest % 62n)] ?? '0') + id
    rest /= 62n
  }
  return id
}
