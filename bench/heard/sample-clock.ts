import { median, percentile } from '../report.ts'
import { RATE, type SampleTime } from './pulse-client.ts'

/** The readings within this distance from a sample are used for it. */
const NEAR_SEC = 3

/**
 * The clock of a recording: it knows when each sample was played, although the clock of the loudspeaker is a little
 * too fast or too slow. A virtual loudspeaker of PulseAudio is up to 200 ppm too fast, because it rounds the length of
 * each block to microseconds. In four minutes, this adds up to 48 ms.
 */
export class SampleClock {
  #readings: { readonly sample: number; readonly startMs: number }[] = []
  readonly #rate: number

  /** @param rate the sample rate of the recording */
  constructor(rate: number = RATE) {
    this.#rate = rate
  }

  /** Adds a reading: when a sample was played, in epoch milliseconds. */
  add({ sample, atMs }: SampleTime): void {
    this.#readings.push({ sample, startMs: atMs - this.#msOf(sample) })
  }

  /** Returns when a sample was played, in epoch milliseconds. NaN without a reading. */
  atMs(sample: number): number {
    return this.#startMs(sample) + this.#msOf(sample)
  }

  /** Returns which sample was played at a time in epoch milliseconds, as a fraction. NaN without a reading. */
  sampleAt(epochMs: number): number {
    const sample = this.#samplesIn(epochMs - this.#startMs(0))
    return this.#samplesIn(epochMs - this.#startMs(sample))
  }

  /**
   * Returns when the first sample would have been played if the loudspeaker were exact until this sample. The median of
   * the near readings is used, because single readings are wrong by up to 50 ms when a stream starts.
   */
  #startMs(sample: number): number {
    const near = this.#near(sample)
    return near.length === 0 ? Number.NaN : median(near)
  }

  /**
   * Returns by how many milliseconds the readings near a sample differ, without the quarter at each end. More than a
   * few milliseconds mean that the time of this sample is not exact.
   */
  doubtMs(sample: number): number {
    const near = this.#near(sample)
    return percentile(near, 0.75) - percentile(near, 0.25)
  }

  /** Returns what `#startMs` would be with each of the readings near a sample. */
  #near(sample: number): number[] {
    const away = (reading: { readonly sample: number }) => Math.abs(reading.sample - sample)
    const nearest = Math.min(...this.#readings.map(away))
    const reach = Math.max(NEAR_SEC * this.#rate, nearest)
    return this.#readings.filter((reading) => away(reading) <= reach).map(({ startMs }) => startMs)
  }

  #msOf(samples: number): number {
    return (samples / this.#rate) * 1000
  }

  #samplesIn(ms: number): number {
    return (ms / 1000) * this.#rate
  }
}
