import { PASSWORD_PATTERN } from '@jointly/domain'

/**
 * How many of the common passwords that registration would else allow are refused (A10). They include all such among the
 * 10,000 most common passwords, and are as many as OWASP ASVS 5.0 asks for (6.2.4).
 */
const REFUSED_COUNT = 3_000

/** Words that are no password, beside the own username (A10). */
const PRODUCT_WORDS = ['jointly']
/** Signs that a word may have before or after it and still be easy to guess. */
const MAX_PADDING = 4

let loading: Promise<ReadonlySet<string>> | null = null

/**
 * Whether a password is one of the most common ones, whatever the case of its letters; similar ones are allowed. The list
 * is loaded with the first question.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  loading ??= loadCommonPasswords()
  return (await loading).has(password.toLowerCase())
}

/**
 * Whether a password is nothing but the name of the product or of its owner, in any case, with at most four digits or
 * signs before and after it. A password that has such a word among other letters is allowed.
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
  // The most common first, in small letters.
  const allowed = dictionary['passwords-common'].filter((password) => PASSWORD_PATTERN.test(password))
  return new Set(allowed.slice(0, REFUSED_COUNT))
}
