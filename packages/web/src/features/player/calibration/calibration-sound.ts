import { createListeners } from '../../../shared/browser/listeners.ts'
import type { Clip, Clips } from '../provider/web-playback-sdk.ts'

const listeners = createListeners()
/** The players that play clips. The last one is used. */
const sources = new Set<Clips>()
/** The number of uses for which the session is silent. */
let uses = 0

/** The sounds of the calibration, which the player of this page plays beside the songs. */
export const calibrationSound = {
  /** Adds a player. @returns removes it again */
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
  /** Silences the session on this device. @returns ends that */
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
  /** @returns ends the subscription */
  subscribe: listeners.add,
}
