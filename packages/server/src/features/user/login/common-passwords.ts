import { PASSWORD_PATTERN } from '@jointly/domain'

/**
 * How many of the common passwords that registration would else allow are refused (A10). They include all such among the
 * 10,000 most common passwords, and are as many as OWASP ASVS 5.0 asks for (6.2.4).
 */
const REFUSED_COUNT = 3_000

let loading: Promise<ReadonlySet<string>> | null = null

/**
 * Whether a password is one of the most common ones, whatever the case of its letters; similar ones are allowed. The list
 * is loaded with the first question.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  loading ??= loadCommonPasswords()
  return (await loading).has(password.toLowerCase())
}

async function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  // The most common first, in small letters.
  const allowed = dictionary['passwords-common'].filter((password) => PASSWORD_PATTERN.test(password))
  return new Set(allowed.slice(0, REFUSED_COUNT))
}
