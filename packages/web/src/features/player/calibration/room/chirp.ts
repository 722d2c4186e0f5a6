import { complexOf, inverseFft } from './fft.ts'
import { resample } from './resample.ts'

/** The sample rate at which chirps are created and recognised, in hertz. */
export const RATE = 16_000
/** The length of a chirp in samples of `RATE`: about a quarter of a second. */
export const CHIRP_LENGTH = 4_096
/** The frequencies of a chirp in hertz. Small speakers and microphones work well in this range. */
export const BAND = { from: 1_000, until: 7_000 } as const

/**
 * The spectrum of a chirp fades at both ends of the band, over `BAND_EDGE` hertz. The sound of a chirp fades in and
 * out over `EDGE_LENGTH` samples.
 */
const BAND_EDGE = 400
const EDGE_LENGTH = 320
const PLAYED_RATE = 48_000
/** The highest amplitude of a played chirp. Chirps are quiet: 0.1 is 20 dB below the highest possible amplitude. */
const PEAK = 0.1

/** Creates a generator of random numbers from 0 up to 1. The same seed gives the same numbers. */
export function numbersOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/**
 * Returns a weight that fades towards an edge. It is 0 at the edge and outside. Inside it grows smoothly, and it is 1
 * from the distance `width` on.
 * @param inside the distance to the edge; positive inside, negative outside
 */
const softEdge = (inside: number, width: number): number =>
  0.5 - 0.5 * Math.cos(Math.PI * Math.min(1, Math.max(0, inside / width)))

/**
 * Creates the chirp of a device in a round, at `RATE` and with a root mean square of 1. It is noise with a flat
 * spectrum and random phases. The phases differ by device and round, so that the measurement does not confuse two
 * chirps.
 */
export function chirpOf(device: number, round: number): Float64Array {
  const random = numbersOf((device + 1) * 1_009 + (round + 1) * 9_176_531)
  const spectrum = complexOf(CHIRP_LENGTH)
  for (let bin = 1; bin < CHIRP_LENGTH / 2; bin += 1) {
    const phase = random() * 2 * Math.PI
    const hertz = (bin * RATE) / CHIRP_LENGTH
    const size = softEdge(Math.min(hertz - BAND.from, BAND.until - hertz), BAND_EDGE)
    spectrum.re[bin] = size * Math.cos(phase)
    spectrum.im[bin] = size * Math.sin(phase)
  }
  inverseFft(spectrum)
  const samples = spectrum.re.map(
    (sample, at) => sample * softEdge(Math.min(at + 0.5, CHIRP_LENGTH - at - 0.5), EDGE_LENGTH),
  )
  const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length
  return samples.map((sample) => sample / Math.sqrt(power))
}

/** Creates a chirp for the loudspeaker: at `PLAYED_RATE`, and with `PEAK` as its highest amplitude. */
export function playedChirp(device: number, round: number): { samples: Float32Array; sampleRate: number } {
  const samples = resample(chirpOf(device, round), RATE, PLAYED_RATE)
  const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
  return {
    samples: Float32Array.from(samples, (sample) => (sample / loudest) * PEAK),
    sampleRate: PLAYED_RATE,
  }
}
