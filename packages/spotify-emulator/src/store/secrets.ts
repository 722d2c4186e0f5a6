import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** A bearer secret of 256 random bits behind a short prefix that tells its kind in a log. */
export const newSecret = (prefix: string): string => prefix + randomBytes(32).toString('base64url')

/** How secrets are kept: only this, so that a copied database opens nothing. They are random, so no salt is needed. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url')

export const signatureOf = (key: string, message: string): string =>
  createHmac('sha256', key).update(message).digest('base64url')

/** Compares without telling by its time how much was right. */
export function sameSecret(a: string, b: string): boolean {
  const left = createHash('sha256').update(a).digest()
  const right = createHash('sha256').update(b).digest()
  return timingSafeEqual(left, right)
}
