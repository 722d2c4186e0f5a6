import { BLOCK_FRAMES, SAMPLE_RATE } from './format.ts'
import type { RoomInput } from './reverb.ts'
import type { Score } from './score.ts'

const KNEE = 0.5
const CEILING = 0.88
const END_FADE_FRAMES = Math.round(0.06 * SAMPLE_RATE)

/**
 * One block of a song before mastering: the sum of all parts, and the input of the reverb (`room`) at half the sample
 * rate.
 */
export type Mix = { readonly left: Float32Array; readonly right: Float32Array; readonly room: RoomInput }

/** Limits a value softly, so that loud passages do not distort. Small values do not change. */
export function softCeiling(value: number): number {
  const size = Math.abs(value)
  if (size <= KNEE) return value
  const limited = KNEE + (CEILING - KNEE) * Math.tanh((size - KNEE) / (CEILING - KNEE))
  return value < 0 ? -limited : limited
}

/**
 * Creates the final samples of a block. Adds mix and reverb, then applies saturation, gain, limiter, and a fade-out at
 * the end of the song.
 * @param framesLeft frames from the start of the block to the end of the song
 * @returns interleaved 16 bit stereo
 */
export function master(mix: Mix, reverb: RoomInput, score: Score, framesLeft: number): Int16Array {
  const count = Math.min(BLOCK_FRAMES, framesLeft)
  const out = new Int16Array(count * 2)
  const gain = 10 ** (score.gainDb / 20)
  const push = 1 + 3 * score.drive
  const finish = (dry: number, wet: number, frame: number): number => {
    const driven = score.drive > 0 ? Math.tanh((dry + wet) * push) / push : dry + wet
    const fade = Math.min(1, (framesLeft - frame) / END_FADE_FRAMES)
    return Math.round(softCeiling(driven * gain) * fade * 32767)
  }
  for (let i = 0; i < count; i++) {
    const half = i >> 1
    const after = half + (i & 1)
    const wetLeft = 0.5 * ((reverb.left[half] ?? 0) + (reverb.left[after] ?? 0))
    const wetRight = 0.5 * ((reverb.right[half] ?? 0) + (reverb.right[after] ?? 0))
    out[2 * i] = finish(mix.left[i] ?? 0, wetLeft, i)
    out[2 * i + 1] = finish(mix.right[i] ?? 0, wetRight, i)
  }
  return out
}
