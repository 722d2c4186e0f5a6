import { BLOCK_FRAMES, SAMPLE_RATE } from './format.ts'

/**
 * The number of frames of a block in the reverb. The reverb runs at half the sample rate, which halves its cost. The
 * missing high frequencies are hardly audible in a reverb.
 */
export const ROOM_FRAMES = BLOCK_FRAMES / 2
const ROOM_RATE = SAMPLE_RATE / 2

/** The input of the reverb for one block, at half the sample rate. */
export type RoomInput = { readonly left: Float32Array; readonly right: Float32Array }

/**
 * The reverb of a block is calculated from the block and this many blocks before it. The reverb of older blocks is too
 * soft to be audible.
 */
export const WARM_UP_BLOCKS = 3

const LINE_FRAMES = [337, 419, 521, 613, 727, 839, 953, 1061]
const DIFFUSER_FRAMES = [113, 271]
const PRE_DELAY_FRAMES = 180

type Line = { readonly buffer: Float32Array; at: number; damped: number; readonly feedback: number }

function diffuse(input: Float32Array, frames: number): Float32Array {
  const delay = new Float32Array(frames)
  const out = new Float32Array(input.length)
  let at = 0
  for (let i = 0; i < input.length; i++) {
    const delayed = delay[at] ?? 0
    const value = (input[i] ?? 0) - 0.6 * delayed
    out[i] = delayed + 0.6 * value
    delay[at] = value
    at = at + 1 === frames ? 0 : at + 1
  }
  return out
}

function concatenate(blocks: readonly Float32Array[]): Float32Array {
  const out = new Float32Array(blocks.length * ROOM_FRAMES + 1)
  blocks.forEach((block, i) => {
    const room = out.length - i * ROOM_FRAMES - PRE_DELAY_FRAMES
    out.set(block.subarray(0, Math.min(block.length, room)), i * ROOM_FRAMES + PRE_DELAY_FRAMES)
  })
  return out
}

/** Mixes the outputs of the eight delay lines in place, without a change of their total energy (Hadamard transform). */
function hadamard(values: Float64Array): void {
  for (let half = 1; half < 8; half *= 2) {
    for (let i = 0; i < 8; i += 2 * half) {
      for (let j = i; j < i + half; j++) {
        const a = values[j] ?? 0
        const b = values[j + half] ?? 0
        values[j] = a + b
        values[j + half] = a - b
      }
    }
  }
}

/**
 * Returns the reverb of the last input, at half the sample rate. The other inputs are the blocks before it. The
 * function stores nothing between calls, so blocks can be rendered in any order.
 */
export function roomOutput(
  inputs: readonly RoomInput[],
  room: { readonly decaySec: number; readonly brightness: number },
): RoomInput {
  let left = concatenate(inputs.map((input) => input.left))
  let right = concatenate(inputs.map((input) => input.right))
  for (const frames of DIFFUSER_FRAMES) {
    left = diffuse(left, frames)
    right = diffuse(right, frames + 17)
  }
  const lines: Line[] = LINE_FRAMES.map((frames) => ({
    buffer: new Float32Array(frames),
    at: 0,
    damped: 0,
    feedback: 10 ** ((-3 * frames) / (ROOM_RATE * room.decaySec)),
  }))
  const open = 0.25 + 0.6 * room.brightness
  const values = new Float64Array(8)
  const out = { left: new Float32Array(ROOM_FRAMES + 1), right: new Float32Array(ROOM_FRAMES + 1) }
  const first = left.length - ROOM_FRAMES - 1
  const mixing = 1 / Math.sqrt(8)
  for (let i = 0; i < left.length; i++) {
    let sumLeft = 0
    let sumRight = 0
    for (let n = 0; n < 8; n++) {
      const line = lines[n]
      if (!line) continue
      const output = line.buffer[line.at] ?? 0
      line.damped += open * (output - line.damped)
      values[n] = line.damped * line.feedback
      if (n % 2 === 0) sumLeft += n % 4 === 0 ? output : -output
      else sumRight += n % 4 === 1 ? output : -output
    }
    hadamard(values)
    const inLeft = left[i] ?? 0
    const inRight = right[i] ?? 0
    for (let n = 0; n < 8; n++) {
      const line = lines[n]
      if (!line) continue
      line.buffer[line.at] = (values[n] ?? 0) * mixing + (n % 2 === 0 ? inLeft : inRight)
      line.at = line.at + 1 === line.buffer.length ? 0 : line.at + 1
    }
    if (i >= first) {
      out.left[i - first] = sumLeft * 0.35
      out.right[i - first] = sumRight * 0.35
    }
  }
  return out
}
