import { hash, randomBytes } from 'node:crypto'

/** Creates a random secret in base64url. @param bytes the number of random bytes */
export function newSecretCode(bytes = 32): string {
  return randomBytes(bytes).toString('base64url')
}

/**
 * Returns the hash under which a secret is stored. A fast hash is enough, because a secret with at least 128
 * random bits cannot be guessed.
 */
export function hashOfSecret(code: string): string {
  return hash('sha256', code, 'base64url')
}
