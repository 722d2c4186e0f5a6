import type { Slot } from './schedule.ts'
import { CHIRP_LENGTH, chirpOf, RATE } from './chirp.ts'
import { envelopeOf } from './matched-filter.ts'

/**
 * A chirp is expected between `EARLIEST_MS` and `LATEST_MS` milliseconds after its planned start. The range includes
 * the delays of the device and of the microphone.
 */
export const EARLIEST_MS = -400
export const LATEST_MS = 1_200

/**
 * The clocks of two sound cards can differ by up to this fraction of their speed. So the peaks of a device's rounds
 * can be up to about `BLUR` samples apart. The search for the difference tries steps of `SKEW_STEP`.
 */
const LARGEST_SKEW = 300e-6
const SKEW_STEP = 10e-6
const BLUR = msToSamples(2.5)
/** The echoes of a chirp arrive within this number of samples after it. Sound in this time does not count as noise. */
const ECHO = msToSamples(600)
/**
 * The highest peak must be more than `LEAST_CONTRAST` times as high as all values outside the time of its echoes.
 * Otherwise the peak may be noise.
 */
const LEAST_CONTRAST = 4
/** The direct sound arrives at most this many samples before the loudest echo. */
const LOOK_BACK = msToSamples(45)
/**
 * A peak is the direct sound if it is strong enough compared with the loudest peak and with the noise.
 * `WEAKEST_DIRECT` and `ABOVE_NOISE` are the smallest allowed ratios of the power.
 */
const WEAKEST_DIRECT = 0.06
const ABOVE_NOISE = 16
/**
 * In a single round, the sound can be this number of samples earlier or later than in the mean of all rounds. Beyond
 * that, another place is found by chance, which also counts as a movement.
 */
const ROUND_SEARCH = msToSamples(45)
/**
 * A device has moved if its rounds differ by more than this. For a device that does not move, they differ by less than
 * 0.1 ms. The error of a device is at most 0.5 ms more, so the difference of two devices is right within 3 ms.
 * In Firefox and WebKitGTK, the error of the browser's own reading of its output is added, because all chirps of a device
 * use one reading.
 */
const LARGEST_SPREAD_MS = 1

/** The delay of a device: the chirps arrive at the microphone `lateMs` milliseconds after their planned start. */
export type Arrival = {
  readonly device: number
  readonly lateMs: number
  /** The largest error of `lateMs` in ± milliseconds. It contains the movement of the device between the rounds. */
  readonly withinMs: number
  /** Whether the device moved so far during the measurement, or its delay changed so much, that `lateMs` is useless. */
  readonly hasMoved: boolean
}

function msToSamples(ms: number): number {
  return Math.round((ms * RATE) / 1_000)
}

const medianOf = (values: Float64Array): number => values.toSorted()[Math.floor(values.length / 2)] ?? 0

type RecordedSlot = Slot & {
  /**
   * How strong the chirp is in the recording at each lag, as power. Index 0 is the lag `EARLIEST_MS`; each index is
   * one sample later.
   */
  readonly power: Float64Array
}

/**
 * Finds the time at which the chirps of each device arrive in a recording.
 * @param recording the sound of the microphone at `RATE`
 * @param startMs the approximate start of the first chirp, in milliseconds after the start of the recording
 * @returns only the devices with clear chirps, because a wrong delay would be worse than no delay
 */
export function findArrivals(recording: Float64Array, startMs: number, slots: readonly Slot[]): Arrival[] {
  const devices = [...new Set(slots.map(({ device }) => device))]
  const recordings = devices.map((device) =>
    slots.filter((slot) => slot.device === device).map((slot) => filterSlot(recording, startMs, slot)),
  )
  const peaks = recordings.map(peakOf)
  const skew = skewOf(recordings, peaks)
  return recordings.flatMap((rounds, index) => {
    const peak = peaks[index] ?? null
    return peak === null ? [] : [arrivalOf(rounds, peak, skew)]
  })
}

function filterSlot(recording: Float64Array, startMs: number, slot: Slot): RecordedSlot {
  const from = msToSamples(startMs + slot.atMs + EARLIEST_MS)
  const length = msToSamples(LATEST_MS - EARLIEST_MS)
  const part = new Float64Array(length + CHIRP_LENGTH - 1)
  for (let at = 0; at < part.length; at += 1) part[at] = recording[from + at] ?? 0
  return { ...slot, power: envelopeOf(part, chirpOf(slot.device, slot.round)) }
}

/** Replaces each value by the largest value that is at most `distance` indexes away. */
function blurred(values: Float64Array, distance: number): Float64Array {
  const result = values.slice()
  // Each pass at least doubles the distance that the earlier passes have covered, so few passes are enough.
  for (let reached = 0; reached < distance; ) {
    const step = Math.min(reached + 1, distance - reached)
    const before = result.slice()
    for (let at = 0; at < result.length; at += 1)
      result[at] = Math.max(before[at] ?? 0, before[at - step] ?? 0, before[at + step] ?? 0)
    reached += step
  }
  return result
}

/**
 * Finds the lag at which all rounds of a device have a peak. The chirp of another device, or a noise, has a different
 * lag in each round.
 * @returns the lag in samples since `EARLIEST_MS`; null if no lag is clearly stronger than all others
 */
function peakOf(rounds: readonly RecordedSlot[]): number | null {
  const length = rounds[0]?.power.length ?? 0
  const product = new Float64Array(length).fill(1)
  for (const { power } of rounds) {
    const level = medianOf(power.filter((_, at) => at % 16 === 0)) || 1
    const wide = blurred(power, BLUR)
    for (let at = 0; at < length; at += 1)
      product[at] = (product[at] ?? 0) * ((wide[at] ?? 0) / level) ** (1 / rounds.length)
  }
  const peak = indexOfLargest(product, 0, length)
  const isFar = (at: number) => at < peak - LOOK_BACK - BLUR || at > peak + ECHO
  const others = product.reduce((most, value, at) => (isFar(at) ? Math.max(most, value) : most), 0)
  // `blurred` makes the peak wide and flat. The lag is the middle of the flat part.
  let end = peak
  while (end < length && product[end] === product[peak]) end += 1
  return (product[peak] ?? 0) > LEAST_CONTRAST * others ? Math.floor((peak + end - 1) / 2) : null
}

function indexOfLargest(values: Float64Array, from: number, until: number): number {
  let largest = Math.max(0, from)
  for (let at = largest; at < Math.min(until, values.length); at += 1)
    if ((values[at] ?? 0) > (values[largest] ?? 0)) largest = at
  return largest
}

/**
 * Estimates by which fraction the clock of the microphone runs faster than the clocks of the devices. With the right
 * fraction, the peaks of all rounds have the same lag.
 */
function skewOf(recordings: readonly (readonly RecordedSlot[])[], peaks: readonly (number | null)[]): number {
  let best = { skew: 0, score: Number.NEGATIVE_INFINITY }
  for (let skew = -LARGEST_SKEW; skew <= LARGEST_SKEW; skew += SKEW_STEP) {
    const score = recordings.reduce((sum, rounds, index) => {
      const peak = peaks[index] ?? null
      return peak === null
        ? sum
        : sum + Math.log(Math.max(...aligned(rounds, peak - 2 * BLUR, 4 * BLUR, skew)))
    }, 0)
    if (score > best.score) best = { skew, score }
  }
  return best.skew
}

/**
 * Returns how strong the chirps of all rounds are together, at `length` lags from the lag `from` on. The result is
 * the geometric mean of the rounds after the difference of the clocks (`skew`) is removed.
 */
function aligned(rounds: readonly RecordedSlot[], from: number, length: number, skew: number): Float64Array {
  const mean = new Float64Array(length).fill(1)
  for (const { power, atMs } of rounds) {
    const shifted = from + Math.round(skew * msToSamples(atMs))
    for (let at = 0; at < length; at += 1)
      mean[at] = (mean[at] ?? 0) * (power[shifted + at] || Number.MIN_VALUE) ** (1 / rounds.length)
  }
  return mean
}

/** Finds the direct sound of a device: the first peak that is high enough, which is not always the loudest peak. */
function arrivalOf(rounds: readonly RecordedSlot[], peak: number, skew: number): Arrival {
  const from = peak - LOOK_BACK - 4 * BLUR
  const until = peak + 4 * BLUR
  const mean = aligned(rounds, from, until - from, skew)
  const noise = medianOf(aligned(rounds, 0, rounds[0]?.power.length ?? 0, skew))
  const loudest = indexOfLargest(mean, 0, mean.length)
  const least = Math.max((mean[loudest] ?? 0) * WEAKEST_DIRECT, noise * ABOVE_NOISE)
  const first = mean.findIndex(
    (value, at) =>
      at >= loudest - LOOK_BACK &&
      value >= least &&
      value >= (mean[at - 1] ?? 0) &&
      value >= (mean[at + 1] ?? 0),
  )
  const direct = from + (first < 0 ? loudest : first)
  // In strong noise, even the loudest peak can be lower than `least`.
  const strong = mean.map((value, at) => (value >= least || at === loudest ? value : 0))
  const lags = rounds.map(({ power, atMs }) =>
    lagOf(strong, power, from + Math.round(skew * msToSamples(atMs))),
  )
  const spreadMs = ((Math.max(...lags) - Math.min(...lags)) * 1_000) / RATE
  return {
    device: rounds[0]?.device ?? 0,
    lateMs: (direct * 1_000) / RATE + EARLIEST_MS,
    withinMs: 0.5 + spreadMs,
    hasMoved: spreadMs > LARGEST_SPREAD_MS,
  }
}

/**
 * Returns how many samples later than in the mean of all rounds the sound of one round arrives.
 * @param mean the strong sound in the mean of all rounds
 * @param power the sound of the round
 * @param from the index in `power` at which the sound begins if it is not late
 */
function lagOf(mean: Float64Array, power: Float64Array, from: number): number {
  const strong = [...mean.entries()].filter(([, value]) => value > 0)
  const likeness = Float64Array.from({ length: 2 * ROUND_SEARCH + 1 }, (_, index) =>
    strong.reduce((sum, [at, value]) => sum + value * (power[from + at + index - ROUND_SEARCH] ?? 0), 0),
  )
  return indexOfLargest(likeness, 0, likeness.length) - ROUND_SEARCH
}
