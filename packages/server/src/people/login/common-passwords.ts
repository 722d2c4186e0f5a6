import { PASSWORD_PATTERN } from '@jointly/domain'

/**
 * The number of common passwords that are refused (A10). OWASP ASVS 5.0 requires at least 3,000 that match the
 * password pattern (6.2.4).
 */
const REFUSED_COUNT = 3_000

/** Words that are too easy to guess as a password. The user's own name is checked too (A10). */
const PRODUCT_WORDS = ['jointly']
/** A product word or name with at most this many digits or signs around it is refused. */
const MAX_PADDING = 4

let loading: Promise<ReadonlySet<string>> | null = null

/** Returns whether a password is one of the most common passwords, ignoring case. The first call loads the list. */
export async function isCommonPassword(password: string): Promise<boolean> {
  loading ??= loadCommonPasswords()
  return (await loading).has(password.toLowerCase())
}

/**
 * Returns whether a password is only the name of the product or of its user. Case is ignored, and at most four digits
 * or signs may be around the name.
 */
export function isNamePassword(password: string, username: string): boolean {
  const text = password.toLowerCase()
  return [...PRODUCT_WORDS, username.toLowerCase()].some((word) => isPadded(text, word))
}

function isPadded(text: string, word: string): boolean {
  for (let before = 0; before <= MAX_PADDING; before += 1) {
    if (!text.startsWith(word, before)) continue
    const after = text.slice(before + word.length)
    if (after.length <= MAX_PADDING && !/\p{L}/u.test(text.slice(0, before) + after)) return true
  }
  return false
}

async function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  // The list has the most common passwords first, in lower case.
  const allowed = dictionary['passwords-common'].filter((password) => PASSWORD_PATTERN.test(password))
  return new Set(allowed.slice(0, REFUSED_COUNT))
}
