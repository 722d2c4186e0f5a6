/** The characters of a session code (J1). Characters that look alike are left out: 0, 1, I, L, O, U. */
export const CODE_ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
export const CODE_LENGTH = 6

/** A session code as it is stored. */
export const CODE_PATTERN = new RegExp(`^[${CODE_ALPHABET}]{${CODE_LENGTH}}$`)

const HALF_LENGTH = CODE_LENGTH / 2

/** A typed or pasted code without spaces and hyphens, in upper case (J1). It is not checked. */
export function normalizeCode(text: string): string {
  return text.replace(/[\s\p{Pd}]/gu, '').toUpperCase()
}

/** A stored code as people read it: `ABC 234`. */
export function formatCode(code: string): string {
  return `${code.slice(0, HALF_LENGTH)} ${code.slice(HALF_LENGTH)}`.trim()
}
