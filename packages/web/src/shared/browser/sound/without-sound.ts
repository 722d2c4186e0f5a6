import { readStored, writeStored } from '../storage.ts'

const WITHOUT_SOUND_KEY = 'without-sound'

/** Whether this person chose to listen without playing on this device (L5). */
export const isWithoutSound = (userId: string | undefined): boolean =>
  userId !== undefined && readStored(WITHOUT_SOUND_KEY) === userId

export const rememberWithoutSound = (userId: string): void => writeStored(WITHOUT_SOUND_KEY, userId)
