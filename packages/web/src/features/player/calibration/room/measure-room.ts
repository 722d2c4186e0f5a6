import { RATE } from './chirp.ts'
import { type Arrival, findArrivals } from './find-arrivals.ts'
import { resample } from './resample.ts'
import { slotsOf } from './schedule.ts'

/**
 * Finds the time at which the chirps of each device arrive in a recording.
 * @param devices the number of devices that played chirps
 * @param startMs the start of the first chirp, in milliseconds after the start of the recording; it may be wrong by
 * about 300 ms
 */
export function measureRoom(
  sound: { readonly samples: Float32Array; readonly sampleRate: number },
  devices: number,
  startMs: number,
): Arrival[] {
  return findArrivals(resample(sound.samples, sound.sampleRate, RATE), startMs, slotsOf(devices))
}
