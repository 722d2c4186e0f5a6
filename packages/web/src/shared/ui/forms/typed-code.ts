import { SHORT_LINK_PATH } from '@jointly/contract'
import { CODE_ALPHABET, CODE_LENGTH, CODE_PATTERN, normalizeCode } from '@jointly/domain'

const SESSION_LINK = /\/(?:main|app)\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/i

/** What a person entered in the code field: a code, a link to a session, or a text that is neither. */
export type TypedCode = { kind: 'code'; code: string } | { kind: 'link'; ssid: string } | { kind: 'mistyped' }

/** Reads a typed code, or a pasted link in either layout (J1, J6). */
export function readTypedCode(text: string): TypedCode {
  const ssid = SESSION_LINK.exec(text)?.[1]
  if (ssid) return { kind: 'link', ssid }
  const [, afterPath] = text.split(SHORT_LINK_PATH)
  const code = normalizeCode(afterPath ?? text)
  return CODE_PATTERN.test(code) ? { kind: 'code', code } : { kind: 'mistyped' }
}

/** A character that is in every address and in no code. */
const ADDRESS_SIGN = /[/:.]/

/**
 * Returns whether a text that is still being typed can no longer become a code or a link (J6): it has a character
 * that no code has, or too many characters.
 */
export function isMistyped(text: string): boolean {
  if (ADDRESS_SIGN.test(text)) return false
  const code = normalizeCode(text)
  return code.length > CODE_LENGTH || [...code].some((sign) => !CODE_ALPHABET.includes(sign))
}
