import { createHash } from 'node:crypto'

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** A stable id of `length` base62 characters for a name (128 bits at the usual 22). */
export function stableId(name: string, length = 22): string {
  let rest = BigInt(`0x${createHash('sha256').update(name).digest('hex')}`)
  let id = ''
  while (id.length < length) {
    id += digits.charAt(Number(rest % 62n))
    rest /= 62n
  }
  return id
}
