import { createListeners } from '../../../shared/browser/listeners.ts'
import type { Clip, Clips } from '../provider/web-playback-sdk.ts'

const listeners = createListeners()
/** The players of this page that can play clips (short sounds). The player that was added last plays all clips. */
const sources = new Set<Clips>()
/**
 * The number of callers of `silenceSession` that still need silence. While it is above 0, the session is silent on
 * this device.
 */
let uses = 0

/**
 * Plays the clicks (Y4) and chirps (Y6) of the calibration on the player of this page. It also tells this player to
 * silence the session during a calibration.
 */
export const calibrationSound = {
  /** Adds a player that can play clips. @returns a function that removes the player */
  addSource(clips: Clips): () => void {
    sources.add(clips)
    listeners.notify()
    return () => {
      clips.clear()
      sources.delete(clips)
      listeners.notify()
    }
  },
  hasSource: (): boolean => sources.size > 0,
  /** Plays a clip. @returns false if there is no player, or if the player did not play the clip */
  play: async (clip: Clip): Promise<boolean> => (await [...sources].at(-1)?.play(clip)) ?? false,
  clear: (): void => sources.forEach((clips) => clips.clear()),
  /** Silences the session on this device. @returns a function that ends this silence */
  silenceSession(): () => void {
    const change = (by: number): void => {
      uses += by
      listeners.notify()
    }
    let isOn = true
    change(1)
    return () => {
      if (isOn) change(-1)
      isOn = false
    }
  },
  needsSilence: (): boolean => uses > 0,
  subscribe: listeners.add,
}
