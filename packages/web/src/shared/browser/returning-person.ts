import { readStored, writeStored } from './storage.ts'

const RETURNING_KEY = 'returning'

/** Returns whether somebody logged in on this device before (J7). This stays true after a logout. */
export const isReturning = (): boolean => readStored(RETURNING_KEY) !== null

export const markReturning = (): void => writeStored(RETURNING_KEY, 'yes')

/** Makes `isReturning` false again. Call this after the account was deleted. */
export const forgetReturning = (): void => writeStored(RETURNING_KEY, null)
