import { RATE } from './chirp.ts'
import { type Arrival, findArrivals } from './find-arrivals.ts'
import { resample } from './resample.ts'
import { slotsOf } from './schedule.ts'

/**
 * Finds when each device is heard in a recording.
 * @param devices how many devices played
 * @param startMs when the first slot starts, in milliseconds after the start of the recording; it may be wrong by
 * about 300 ms
 */
export function measureRoom(
  sound: { readonly samples: Float32Array; readonly sampleRate: number },
  devices: number,
  startMs: number,
): Arrival[] {
  return findArrivals(resample(sound.samples, sound.sampleRate, RATE), startMs, slotsOf(devices))
}
