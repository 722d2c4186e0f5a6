import type { Answer } from '@jointly/contract'

/** Returns whether the server refused a call because the password was missing or wrong (A13, A14). */
export const needsPassword = (answer: Answer<unknown>): boolean =>
  !answer.ok && 'fields' in answer.error && answer.error.fields?.password !== undefined
