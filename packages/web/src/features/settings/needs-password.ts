import type { Answer } from '@jointly/contract'

/**
 * Returns whether a call was refused because it needs the password, and the password was missing or wrong (A13, A14).
 */
export const needsPassword = (answer: Answer<unknown>): boolean =>
  !answer.ok && 'fields' in answer.error && answer.error.fields?.password !== undefined
