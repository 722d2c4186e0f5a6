import * as z from 'zod/mini'
import { readStored, writeStored } from '../browser/storage.ts'

/** The storage key for the chat text that this person has not sent (C12). It belongs to this tab. */
export const UNSENT_KEY = 'chat-unsent'

/** Removes the chat text that was not sent, because the person logged out. */
export const forgetUnsentText = (): void => writeStored(UNSENT_KEY, null, 'tab')

/** Removes the stored chat text unless all of it is of this person. Text that cannot be read is removed too. */
export function forgetUnsentTextOfOthers(userId: string): void {
  const stored = readStored(UNSENT_KEY, 'tab')
  if (stored !== null && !isOf(userId, stored)) forgetUnsentText()
}

function isOf(userId: string, stored: string): boolean {
  const entries = z.array(z.object({ userId: z.string() }))
  try {
    return entries.parse(JSON.parse(stored)).every((entry) => entry.userId === userId)
  } catch {
    return false
  }
}
