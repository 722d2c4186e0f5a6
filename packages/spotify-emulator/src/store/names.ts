import { randomBytes } from 'node:crypto'
import { fold, stableId } from '@jointly/music-library'

/** At most this many characters, as people count them. */
export const maxNameLength = 40

/**
 * A name as typed, made presentable: composed, without control characters, single spaces, trimmed.
 * Null when nothing is left or it is too long.
 */
export function presentableName(typed: string): string | null {
  const name = typed
    .normalize('NFC')
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
  return name === '' || [...name].length > maxNameLength ? null : name
}

/** A new user id for someone of this name: readable, and not one that anybody else has or can guess. */
export function newUserId(displayName: string): string {
  const latin = fold(displayName)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
  return `${latin || 'guest'}-${randomBytes(5).toString('hex')}`
}

/** A new account id: ten base62 characters without meaning, which never change. */
export const newAccountId = (): string => stableId(randomBytes(16).toString('hex'), 10)
