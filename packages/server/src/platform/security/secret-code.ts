import { hash, randomBytes } from 'node:crypto'

/** A new secret that nobody can guess, in base64url. @param bytes of chance in it */
export function newSecretCode(bytes = 32): string {
  return randomBytes(bytes).toString('base64url')
}

/**
 * The form in which such a secret is stored. It has at least 128 random bits, so that a plain hash cannot be reversed by
 * trying.
 */
export function hashOfSecret(code: string): string {
  return hash('sha256', code, 'base64url')
}
