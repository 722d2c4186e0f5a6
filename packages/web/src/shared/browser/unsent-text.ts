import { writeStored } from './storage.ts'

/** The storage key for the chat text that this person has not sent (C12). It belongs to this tab. */
export const UNSENT_KEY = 'chat-unsent'

/** Removes the chat text that was not sent, because the person logged out. */
export const forgetUnsentText = (): void => writeStored(UNSENT_KEY, null, 'tab')
