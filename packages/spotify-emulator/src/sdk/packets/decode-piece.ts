import type { CodecDecoder, DecodedPacket } from './codec-decoder.ts'
import { freeMemory } from './free-memory.ts'

/** A part of a song as packets. */
export type SoundPiece = {
  /** The position in the song at which the first packet begins, in samples of one channel. */
  readonly fromFrame: number
  readonly packets: readonly { readonly bytes: Uint8Array; readonly frames: number }[]
}

/**
 * The length of the head of a piece in bytes. The head has the number of packets and the position of the first
 * packet.
 */
const headBytes = 12
const bytesOfEach = 8

/**
 * Reads a piece in the form that the provider sends. It contains the number of packets, the position of the first
 * packet, the length and the samples of each packet, and then the packets.
 * @throws RangeError when the bytes are incomplete
 */
export function readPiece(buffer: ArrayBuffer): SoundPiece {
  const view = new DataView(buffer)
  const count = view.getUint32(0, true)
  const fromFrame = view.getFloat64(4, true)
  let at = headBytes + count * bytesOfEach
  const packets = Array.from({ length: count }, (_, index) => {
    const length = view.getUint32(headBytes + index * bytesOfEach, true)
    const frames = view.getUint32(headBytes + index * bytesOfEach + 4, true)
    const bytes = new Uint8Array(buffer, at, length)
    at += length
    return { bytes, frames }
  })
  return { fromFrame, packets }
}

/**
 * Splits an answer of the provider into its pieces. Each piece gets its own memory.
 * @throws RangeError when the bytes are incomplete
 */
export function splitPieces(buffer: ArrayBuffer): ArrayBuffer[] {
  const pieces: ArrayBuffer[] = []
  for (let at = 0; at < buffer.byteLength; ) {
    const view = new DataView(buffer, at)
    const count = view.getUint32(0, true)
    let length = headBytes + count * bytesOfEach
    for (let index = 0; index < count; index += 1)
      length += view.getUint32(headBytes + index * bytesOfEach, true)
    if (at + length > buffer.byteLength) throw new RangeError('The pieces are not complete.')
    pieces.push(buffer.slice(at, at + length))
    at += length
  }
  return pieces
}

/**
 * Decodes a part of a song, exact to the sample. Each packet is written at its own position. So a broken packet
 * becomes silence, and the sound after it keeps its position.
 * @throws when no packet of the part can be decoded
 */
export async function decodePiece(
  decoder: CodecDecoder,
  { fromFrame, packets }: SoundPiece,
  range: { readonly fromFrame: number; readonly untilFrame: number; readonly channels: number },
): Promise<Float32Array<ArrayBuffer>[]> {
  const length = Math.max(0, range.untilFrame - range.fromFrame)
  const channels = Array.from({ length: range.channels }, () => new Float32Array(length))
  const untilFrame = packets.reduce((sum, { frames }) => sum + frames, fromFrame)
  const decoded = await decoder.decode(
    packets.map(({ bytes }) => bytes),
    { fromFrame, untilFrame },
  )
  let at = fromFrame - range.fromFrame
  let isDecoded = false
  for (const [index, { frames }] of packets.entries()) {
    const sound = decoded[index] ?? []
    const count = sound[0]?.length ?? 0
    // The first packet may have too many or too few samples, because the decoder lacks the packet before it. Its
    // last samples are correct.
    const skipped = index === 0 ? count - frames : 0
    const samples = sound.map((channel) =>
      channel.subarray(Math.max(0, skipped), Math.max(0, skipped) + frames),
    )
    const isInside = copy(samples, channels, at - Math.min(0, skipped))
    isDecoded ||= isInside
    for (const channel of sound) freeMemory(channel)
    at += frames
  }
  if (length > 0 && !isDecoded) throw new Error('The sound cannot be decoded.')
  return channels
}

/**
 * Copies the sound of a packet into `channels`, from the index `position`. Samples outside of the arrays are left
 * out.
 * @returns whether any sample was copied
 */
function copy(sound: DecodedPacket, channels: readonly Float32Array[], position: number): boolean {
  let isInside = false
  for (const [index, channel] of channels.entries()) {
    const samples = sound[index] ?? sound[0]
    if (samples === undefined) continue
    const begin = Math.max(0, -position)
    const end = Math.min(samples.length, channel.length - position)
    if (begin >= end) continue
    channel.set(samples.subarray(begin, end), position + begin)
    isInside = true
  }
  return isInside
}
