import { readStored, writeStored } from './storage.ts'

const OFF_KEY = 'notices-off'

/** Whether this device shows short notices about what others do in a session (U6). */
export const hasNotices = (): boolean => readStored(OFF_KEY) === null

export const setNotices = (on: boolean): void => writeStored(OFF_KEY, on ? null : 'off')
