/** The characters of a session code (J1). Characters that look alike are left out: 0, 1, I, L, O, U. */
export const CODE_ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
export const CODE_LENGTH = 6

/** Matches a session code in its stored form. */
export const CODE_PATTERN = new RegExp(`^[${CODE_ALPHABET}]{${CODE_LENGTH}}$`)

const HALF_LENGTH = CODE_LENGTH / 2

/**
 * Removes spaces and hyphens from a typed or pasted code and makes it upper case (J1). The result may be
 * invalid.
 */
export function normalizeCode(text: string): string {
  return text.replace(/[\s\p{Pd}]/gu, '').toUpperCase()
}

/** Formats a stored code for people: `ABC 234`. */
export function formatCode(code: string): string {
  return `${code.slice(0, HALF_LENGTH)} ${code.slice(HALF_LENGTH)}`.trim()
}
