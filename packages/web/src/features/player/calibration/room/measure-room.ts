import { RATE } from './chirp.ts'
import { type Arrival, findArrivals } from './find-arrivals.ts'
import { resample } from './resample.ts'
import { slotsOf } from './schedule.ts'

/**
 * Finds when each device is heard in the sound of a microphone.
 * @param devices how many devices played
 * @param startMs when the first slot starts, in milliseconds of the sound, to about 300 ms
 */
export function measureRoom(
  sound: { readonly samples: Float32Array; readonly sampleRate: number },
  devices: number,
  startMs: number,
): Arrival[] {
  return findArrivals(resample(sound.samples, sound.sampleRate, RATE), startMs, slotsOf(devices))
}
