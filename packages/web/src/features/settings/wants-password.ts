import type { Answer } from '@jointly/contract'

/** Whether a call was refused because it needs the person's password, or because that was wrong (A13, A14). */
export const wantsPassword = (answer: Answer<unknown>): boolean =>
  !answer.ok && 'fields' in answer.error && answer.error.fields?.password !== undefined
