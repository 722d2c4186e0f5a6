import * as z from 'zod/mini'
import '../../shared/api/zod-jitless.ts'
import { createListeners } from '../../shared/browser/listeners.ts'
import { readStored, writeStored } from '../../shared/browser/storage.ts'

const STORAGE_KEY = 'volume'

const Volume = z.object({ level: z.number().check(z.minimum(0), z.maximum(1)), isMuted: z.boolean() })

/** How loud this page plays. `level` is from 0 to 1. Muting does not change the level. */
export type Volume = Readonly<z.infer<typeof Volume>>

const FULL: Volume = { level: 1, isMuted: false }
/** A press on the speaker button sets this volume level if the level was 0. */
const LOW_LEVEL = 0.3

/** Returns the volume after the person moved the slider. Moving it also ends the muting. */
export const withLevel = (level: number): Volume => ({
  level: Math.min(1, Math.max(0, level)),
  isMuted: false,
})

/** Returns the volume after a press on the speaker button, which mutes the sound or ends the muting. */
export const withMuteToggled = (volume: Volume): Volume =>
  outputOf(volume) > 0
    ? { ...volume, isMuted: true }
    : { level: volume.level === 0 ? LOW_LEVEL : volume.level, isMuted: false }

/** Returns the volume at which the player plays, from 0 to 1. */
export const outputOf = ({ level, isMuted }: Volume): number => (isMuted ? 0 : level)

/** Parses the stored volume. The result is full volume when nothing valid is stored. */
export function parseVolume(stored: string | null): Volume {
  try {
    return stored === null ? FULL : Volume.parse(JSON.parse(stored))
  } catch {
    return FULL
  }
}

const listeners = createListeners()
let current: Volume | null = null

/** The volume of this page. It is stored in this browser (M5). */
export const pageVolume = {
  get: (): Volume => (current ??= parseVolume(readStored(STORAGE_KEY))),
  set(volume: Volume): void {
    current = volume
    writeStored(STORAGE_KEY, JSON.stringify(volume))
    listeners.notify()
  },
  subscribe: listeners.add,
}
