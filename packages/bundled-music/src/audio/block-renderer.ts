import { BLOCK_FRAMES, framesOf, SAMPLE_RATE } from './format.ts'
import { createNoteCache, type NoteCache } from './note-cache.ts'
import { ROOM_FRAMES, type RoomInput, roomOutput, WARM_UP_BLOCKS } from './reverb.ts'
import type { Note, Part, Score } from './score.ts'
import { longestSec } from './synth/instrument.ts'

/** Notes kept for a song that is rendered on its own. */
const OWN_NOTES_BYTES = 24 * 1024 * 1024
/** Enough room inputs for reading on without mixing the warm-up again. */
const KEPT_ROOM_INPUTS = 4
const SOFT_KNEE = 0.5
const CEILING = 0.88
const END_FADE_FRAMES = Math.round(0.06 * SAMPLE_RATE)

export type BlockRenderer = {
  readonly blocks: number
  /** Interleaved 16 bit stereo of one second (shorter at the end). The same index always gives the same samples. */
  block(index: number): Int16Array
}

type Scheduled = { readonly startFrame: number; readonly note: Note; readonly partIndex: number }
type Mix = { readonly left: Float32Array; readonly right: Float32Array; readonly room: RoomInput }

/** Linear below the knee, then bending towards a ceiling 1.1 dB below full scale that it never reaches. */
export function softCeiling(value: number): number {
  const size = Math.abs(value)
  if (size <= SOFT_KNEE) return value
  const bent = SOFT_KNEE + (CEILING - SOFT_KNEE) * Math.tanh((size - SOFT_KNEE) / (CEILING - SOFT_KNEE))
  return value < 0 ? -bent : bent
}

const fromDb = (db: number): number => 10 ** (db / 20)

/** For each block, what sounds in it, in the order of the parts: sums are then equal however blocks are asked for. */
function schedule(score: Score, blocks: number): Scheduled[][] {
  const byBlock: Scheduled[][] = Array.from({ length: blocks }, () => [])
  score.parts.forEach((part, partIndex) => {
    for (const note of part.notes) {
      const startFrame = Math.round(note.atSec * SAMPLE_RATE)
      const endFrame = startFrame + Math.ceil(longestSec(part.patch, note.durationSec) * SAMPLE_RATE) + 1
      const first = Math.floor(startFrame / BLOCK_FRAMES)
      const last = Math.min(blocks - 1, Math.floor(endFrame / BLOCK_FRAMES))
      for (let block = first; block <= last; block++) byBlock[block]?.push({ startFrame, note, partIndex })
    }
  })
  return byBlock
}

function addScaled(
  target: Float32Array,
  source: Float32Array,
  targetAt: number,
  sourceAt: number,
  count: number,
  gain: number,
): void {
  for (let i = 0; i < count; i++)
    target[targetAt + i] = (target[targetAt + i] ?? 0) + gain * (source[sourceAt + i] ?? 0)
}

/** How much pumped parts are let through at each frame of a block: down at a kick, back within a beat or so. */
function pumpCurve(score: Score, blockStart: number): Float32Array {
  const curve = new Float32Array(BLOCK_FRAMES).fill(1)
  if (score.pumpDepth <= 0) return curve
  const kicks = score.kicksSec.map((sec) => Math.round(sec * SAMPLE_RATE))
  const next = kicks.findIndex((kick) => kick >= blockStart)
  let at = Math.max(0, (next === -1 ? kicks.length : next) - 1)
  for (let i = 0; i < BLOCK_FRAMES; i++) {
    const frame = blockStart + i
    while ((kicks[at + 1] ?? Number.POSITIVE_INFINITY) <= frame) at += 1
    const since = (frame - (kicks[at] ?? Number.POSITIVE_INFINITY)) / SAMPLE_RATE
    if (since < 0) continue
    const duck = since < 0.008 ? since / 0.008 : Math.exp(-(since - 0.008) / 0.11)
    curve[i] = 1 - score.pumpDepth * duck
  }
  return curve
}

/**
 * Makes any second of a composed song, in any order, from notes that are synthesised once and mixed where they sound.
 * Songs that are rendered side by side can share one cache of notes, each under its own name.
 */
export function createBlockRenderer(
  score: Score,
  notes: NoteCache = createNoteCache(OWN_NOTES_BYTES),
  song = '',
): BlockRenderer {
  const frames = framesOf(score.durationMs)
  const blocks = Math.ceil(frames / BLOCK_FRAMES)
  const byBlock = schedule(score, blocks)
  const roomInputs = new Map<number, RoomInput>()

  const addPart = (
    mix: Mix,
    part: Part,
    left: Float32Array,
    right: Float32Array,
    pump: Float32Array,
  ): void => {
    const level = fromDb(part.levelDb)
    for (let i = 0; i < BLOCK_FRAMES; i++) {
      const gain = part.pumped ? level * (pump[i] ?? 1) : level
      const l = (left[i] ?? 0) * gain
      const r = (right[i] ?? 0) * gain
      mix.left[i] = (mix.left[i] ?? 0) + l
      mix.right[i] = (mix.right[i] ?? 0) + r
      const half = i >> 1
      mix.room.left[half] = (mix.room.left[half] ?? 0) + 0.5 * part.reverbSend * l
      mix.room.right[half] = (mix.room.right[half] ?? 0) + 0.5 * part.reverbSend * r
    }
  }

  /** The sum of all parts in a block before room and mastering. */
  const dryMix = (index: number): Mix => {
    const blockStart = index * BLOCK_FRAMES
    const room = { left: new Float32Array(ROOM_FRAMES), right: new Float32Array(ROOM_FRAMES) }
    const mix: Mix = { left: new Float32Array(BLOCK_FRAMES), right: new Float32Array(BLOCK_FRAMES), room }
    const pump = pumpCurve(score, blockStart)
    const sounding = byBlock[index] ?? []
    let left = new Float32Array(BLOCK_FRAMES)
    let right = new Float32Array(BLOCK_FRAMES)
    sounding.forEach(({ startFrame, note, partIndex }, i) => {
      const part = score.parts[partIndex]
      if (!part) return
      const sample = notes(song, partIndex, part, note.pitch, note.durationSec)
      const from = Math.max(0, blockStart - startFrame)
      const to = Math.max(0, startFrame - blockStart)
      const count = Math.min(sample.left.length - from, BLOCK_FRAMES - to)
      const angle = ((note.pan + 1) * Math.PI) / 4
      addScaled(left, sample.left, to, from, count, note.gain * Math.SQRT2 * Math.cos(angle))
      addScaled(right, sample.right, to, from, count, note.gain * Math.SQRT2 * Math.sin(angle))
      if (sounding[i + 1]?.partIndex === partIndex) return
      addPart(mix, part, left, right, pump)
      left = new Float32Array(BLOCK_FRAMES)
      right = new Float32Array(BLOCK_FRAMES)
    })
    roomInputs.set(index, room)
    for (const old of roomInputs.keys()) {
      if (roomInputs.size <= KEPT_ROOM_INPUTS) break
      roomInputs.delete(old)
    }
    return mix
  }

  const roomInputOf = (index: number): RoomInput => roomInputs.get(index) ?? dryMix(index).room

  const master = (mix: Mix, room: RoomInput, index: number): Int16Array => {
    const blockStart = index * BLOCK_FRAMES
    const count = Math.min(BLOCK_FRAMES, frames - blockStart)
    const out = new Int16Array(count * 2)
    const gain = fromDb(score.gainDb)
    const push = 1 + 3 * score.drive
    const finish = (dry: number, wet: number, frame: number): number => {
      const warm = score.drive > 0 ? Math.tanh((dry + wet) * push) / push : dry + wet
      const fade = Math.min(1, (frames - blockStart - frame) / END_FADE_FRAMES)
      return Math.round(softCeiling(warm * gain) * fade * 32767)
    }
    for (let i = 0; i < count; i++) {
      const half = i >> 1
      const after = half + (i & 1)
      const wetLeft = 0.5 * ((room.left[half] ?? 0) + (room.left[after] ?? 0))
      const wetRight = 0.5 * ((room.right[half] ?? 0) + (room.right[after] ?? 0))
      out[2 * i] = finish(mix.left[i] ?? 0, wetLeft, i)
      out[2 * i + 1] = finish(mix.right[i] ?? 0, wetRight, i)
    }
    return out
  }

  return {
    blocks,
    block(index) {
      if (!Number.isInteger(index) || index < 0 || index >= blocks) throw new RangeError(`no block ${index}`)
      const inputs: RoomInput[] = []
      for (let before = Math.max(0, index - WARM_UP_BLOCKS); before < index; before++)
        inputs.push(roomInputOf(before))
      const mix = dryMix(index)
      return master(mix, roomOutput([...inputs, mix.room], score.reverb), index)
    },
  }
}
