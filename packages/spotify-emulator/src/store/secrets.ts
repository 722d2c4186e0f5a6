import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** Creates a secret of 256 random bits. The prefix shows the type of the secret. */
export const newSecret = (prefix: string): string => prefix + randomBytes(32).toString('base64url')

/** Hashes a secret for the database. No salt is needed, because secrets are random. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url')

export const signatureOf = (key: string, message: string): string =>
  createHmac('sha256', key).update(message).digest('base64url')

/** Compares two secrets in constant time. */
export function sameSecret(a: string, b: string): boolean {
  const left = createHash('sha256').update(a).digest()
  const right = createHash('sha256').update(b).digest()
  return timingSafeEqual(left, right)
}
