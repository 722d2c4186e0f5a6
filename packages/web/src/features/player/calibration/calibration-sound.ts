import { createListeners } from '../../../shared/browser/listeners.ts'
import type { Clip, Clips } from '../provider/web-playback-sdk.ts'

const listeners = createListeners()
/** The players that can play clips. The one that was added last plays them. */
const sources = new Set<Clips>()
/** How many parts of the calibration need silence. The session is silent on this device until none needs it. */
let uses = 0

/** The sounds of the calibration. The player of this page plays them at the same time as the songs. */
export const calibrationSound = {
  /** Adds a player. @returns a function that removes it */
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
  /** Plays a clip. @returns false if it was not played */
  play: async (clip: Clip): Promise<boolean> => (await [...sources].at(-1)?.play(clip)) ?? false,
  clear: (): void => sources.forEach((clips) => clips.clear()),
  /** Silences the session on this device. @returns a function that ends the silence */
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
  /** Whether the session must be silent on this device. */
  isOn: (): boolean => uses > 0,
  /** Adds a listener for changes. @returns a function that removes it */
  subscribe: listeners.add,
}
