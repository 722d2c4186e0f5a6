import { LRUCache } from 'lru-cache'
import { BLOCK_FRAMES, framesOf, SAMPLE_RATE } from './format.ts'
import { type Mix, master } from './master.ts'
import { createNoteCache, type NoteCache } from './note-cache.ts'
import { ROOM_FRAMES, type RoomInput, roomOutput, WARM_UP_BLOCKS } from './reverb.ts'
import type { Note, Part, Score } from './score.ts'
import { longestSec } from './synth/instrument.ts'
import type { Sample } from './synth/patch.ts'

/** The default size of the note cache in bytes. It is used if the renderer gets no shared cache. */
const DEFAULT_CACHE_BYTES = 24 * 1024 * 1024
/**
 * The number of cached reverb inputs. A block also needs the inputs of the three blocks before it. With the cache these
 * blocks are not mixed again.
 */
const MAX_ROOM_INPUTS = 4

type ScheduledNote = { readonly startFrame: number; readonly note: Note; readonly partIndex: number }

/**
 * Renders a song in blocks of one second. The blocks can be rendered in any order, and their samples are always the
 * same. Songs can share a note cache, in which `song` identifies the song.
 */
export class SongRenderer {
  readonly blocks: number
  #score
  #notes
  #song
  #frames
  #schedule
  #roomInputs = new LRUCache<number, RoomInput>({ max: MAX_ROOM_INPUTS })

  constructor(score: Score, notes: NoteCache = createNoteCache(DEFAULT_CACHE_BYTES), song = '') {
    this.#score = score
    this.#notes = notes
    this.#song = song
    this.#frames = framesOf(score.durationMs)
    this.blocks = Math.ceil(this.#frames / BLOCK_FRAMES)
    this.#schedule = scheduleNotes(score, this.blocks)
  }

  /**
   * Renders one block as interleaved 16 bit stereo. The last block may be shorter than a second.
   * @throws RangeError if the song has no block with this index
   */
  block(index: number): Int16Array {
    if (!Number.isInteger(index) || index < 0 || index >= this.blocks)
      throw new RangeError(`no block ${index}`)
    const inputs: RoomInput[] = []
    for (let before = Math.max(0, index - WARM_UP_BLOCKS); before < index; before++)
      inputs.push(this.#roomInputs.get(before) ?? this.#mix(before).room)
    const mix = this.#mix(index)
    const reverb = roomOutput([...inputs, mix.room], this.#score.reverb)
    return master(mix, reverb, this.#score, this.#frames - index * BLOCK_FRAMES)
  }

  /** Mixes all parts of a block, before reverb and mastering. */
  #mix(index: number): Mix {
    const blockStart = index * BLOCK_FRAMES
    const room = { left: new Float32Array(ROOM_FRAMES), right: new Float32Array(ROOM_FRAMES) }
    const mix = { ...silence(), room }
    const pump = pumpCurve(this.#score, blockStart)
    const scheduled = this.#schedule[index] ?? []
    let partMix = silence()
    scheduled.forEach(({ startFrame, note, partIndex }, i) => {
      const part = this.#score.parts[partIndex]
      if (!part) return
      const sample = this.#notes({ song: this.#song, partIndex, part }, note.pitch, note.durationSec)
      addNote(partMix, sample, note, startFrame - blockStart)
      if (scheduled[i + 1]?.partIndex === partIndex) return
      addPart(mix, part, partMix, pump)
      partMix = silence()
    })
    this.#roomInputs.set(index, room)
    return mix
  }
}

const silence = (): Sample => ({
  left: new Float32Array(BLOCK_FRAMES),
  right: new Float32Array(BLOCK_FRAMES),
})

/**
 * Lists the notes of each block in the order of the parts. The sum of floating-point numbers depends on their order.
 * With a fixed order the samples of a block are always the same.
 */
function scheduleNotes(score: Score, blocks: number): ScheduledNote[][] {
  const byBlock: ScheduledNote[][] = Array.from({ length: blocks }, () => [])
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

/**
 * Adds a note to a block. The note starts `offset` frames after the start of the block. If `offset` is negative, the
 * note started in an earlier block.
 */
function addNote(target: Sample, sample: Sample, note: Note, offset: number): void {
  const from = Math.max(0, -offset)
  const to = Math.max(0, offset)
  const count = Math.min(sample.left.length - from, BLOCK_FRAMES - to)
  const angle = ((note.pan + 1) * Math.PI) / 4
  const leftGain = note.gain * Math.SQRT2 * Math.cos(angle)
  const rightGain = note.gain * Math.SQRT2 * Math.sin(angle)
  const { left, right } = target
  for (let i = 0; i < count; i++) {
    left[to + i] = (left[to + i] ?? 0) + leftGain * (sample.left[from + i] ?? 0)
    right[to + i] = (right[to + i] ?? 0) + rightGain * (sample.right[from + i] ?? 0)
  }
}

/**
 * Adds one part to the mix and to the reverb input. If the part is `pumped`, `pump` is its gain at each frame (see
 * `pumpCurve`).
 */
function addPart(mix: Mix, part: Part, { left, right }: Sample, pump: Float32Array): void {
  const level = 10 ** (part.levelDb / 20)
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

/**
 * Returns the gain at each frame of a block for parts that get softer at a kick drum. The gain falls at each
 * kick and then rises again.
 */
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
