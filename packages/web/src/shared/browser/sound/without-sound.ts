import { readStored, writeStored } from '../storage.ts'

const WITHOUT_SOUND_KEY = 'without-sound'

/** Returns whether this person chose on this device to listen without playing (L5). */
export const isWithoutSound = (userId: string | undefined): boolean =>
  userId !== undefined && readStored(WITHOUT_SOUND_KEY) === userId

export const rememberWithoutSound = (userId: string): void => writeStored(WITHOUT_SOUND_KEY, userId)
