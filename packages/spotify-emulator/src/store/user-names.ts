import { randomBytes } from 'node:crypto'
import { fold, stableId } from '@jointly/music-library'

/** The maximum length of a name, in Unicode characters. */
export const maxNameLength = 40

/**
 * Normalizes a typed name, and removes control characters and unnecessary spaces. Returns null if the name is empty
 * or too long.
 */
export function cleanName(typed: string): string | null {
  const name = typed
    .normalize('NFC')
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
  return name === '' || [...name].length > maxNameLength ? null : name
}

/** Creates a user id from the name in Latin letters and a random part, so that nobody can guess the id. */
export function newUserId(displayName: string): string {
  const latin = fold(displayName)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
  return `${latin || 'guest'}-${randomBytes(5).toString('hex')}`
}

/** Creates an account id of ten random base62 characters. */
export const newAccountId = (): string => stableId(randomBytes(16).toString('hex'), 10)
