import type { Packet, PacketSource } from '@jointly/music-library'
import {
  type FlacFormat,
  type FlacFrame,
  flacHeadBytes,
  readFlacFormat,
  readFlacFrame,
} from './flac-frame.ts'
import { inTurns } from './in-turns.ts'
import type { ByteFile } from './read-file.ts'

const blockBytes = 256 * 1024
/** The index contains the position of every 16th frame, so that it stays small. */
const indexEvery = 16
/**
 * If bytes look like a frame header, but its position is more than this many seconds ahead, they are other data and are
 * ignored.
 */
const longestGapSec = 10
const maxMetadataBlocks = 1000

type FrameAt = { readonly at: number; readonly frame: FlacFrame }

/**
 * Opens a FLAC file. The header of a frame does not contain the length of the frame, so the whole file is searched for
 * headers.
 * @param startAt the byte at which the FLAC data begins, after ID3 tags
 * @returns null if there are no frames
 */
export async function openFlac(file: ByteFile, startAt: number): Promise<PacketSource | null> {
  const format = readFlacFormat(await file.read(startAt + 8, startAt + 42))
  if (format === null) return null
  const index: { at: number; start: number }[] = []
  const found: { last: FrameAt | null } = { last: null }
  let count = 0
  for (let blockAt = await firstFrameAt(file, startAt); blockAt < file.byteLength; blockAt += blockBytes) {
    const bytes = await file.read(blockAt, blockAt + blockBytes + flacHeadBytes)
    for (const { at, frame } of framesIn(
      bytes,
      { from: 0, until: blockBytes },
      format,
      found.last?.frame ?? null,
    )) {
      found.last = { at: blockAt + at, frame }
      if (count % indexEvery === 0) index.push({ at: blockAt + at, start: frame.start })
      count += 1
    }
  }
  const { last } = found
  if (last === null) return null
  const end = last.frame.start + last.frame.frames
  return {
    codec: 'flac',
    sampleRate: format.sampleRate,
    channels: format.channels,
    setup: new Uint8Array(0),
    frames: format.frames > 0 ? Math.min(format.frames, end) : end,
    async read(fromFrame, untilFrame) {
      const base = Math.max(
        0,
        index.findLastIndex(({ start }) => start <= fromFrame),
      )
      const next = index.find(({ start }) => start >= untilFrame)
      const before = base === 0 ? null : { start: (index[base]?.start ?? 1) - 1, frames: 1 }
      const bytes = await file.read(index[base]?.at ?? 0, next?.at ?? file.byteLength)
      const inPart: FrameAt[] = []
      await inTurns(bytes.length, (from, until) => {
        const last = inPart.at(-1)?.frame ?? before
        inPart.push(...framesIn(bytes, { from, until }, format, last))
      })
      return partOf(bytes, inPart, fromFrame, untilFrame)
    },
  }
}

/**
 * Returns whether a FLAC file ends before the last frame that its header announces.
 * @param startAt the byte at which the FLAC data begins, after ID3 tags
 */
export async function isFlacCutOff(file: ByteFile, startAt: number): Promise<boolean> {
  const format = readFlacFormat(await file.read(startAt + 8, startAt + 42))
  if (format === null || format.frames === 0) return false
  const bytes = await file.read(Math.max(0, file.byteLength - blockBytes), file.byteLength)
  for (let at = bytes.indexOf(0xff); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const frame = readFlacFrame(bytes, at, format)
    if (frame !== null && frame.start + frame.frames === format.frames) return false
  }
  return true
}

/** Returns the byte at which the first frame begins, after the metadata. */
async function firstFrameAt(file: ByteFile, startAt: number): Promise<number> {
  let at = startAt + 4
  for (let blocks = 0; blocks < maxMetadataBlocks; blocks += 1) {
    const [kind = 0x80, a = 0, b = 0, c = 0] = await file.read(at, at + 4)
    at += 4 + (a << 16) + (b << 8) + c
    if (kind >= 0x80) break
  }
  return at
}

/**
 * Finds the frames that begin at or after the byte `from` and before the byte `until`. `before` is the frame before the
 * first one, or null at the start of the song.
 */
function* framesIn(
  bytes: Uint8Array,
  { from, until }: { from: number; until: number },
  format: FlacFormat,
  before: FlacFrame | null,
): Generator<FrameAt> {
  let last = before
  for (let at = bytes.indexOf(0xff, from); at >= 0 && at < until; at = bytes.indexOf(0xff, at + 1)) {
    const frame = readFlacFrame(bytes, at, format)
    if (frame === null) continue
    const gap = frame.start - (last === null ? 0 : last.start + last.frames)
    if (gap < 0 || gap > longestGapSec * format.sampleRate) continue
    last = frame
    yield { at, frame }
  }
}

/**
 * Returns the packets with the sound between two positions. If the file lacks sound after a packet, the length of this
 * packet includes the gap, and the gap is silent.
 * @param found the FLAC frames in `bytes`; each becomes one packet
 * @param fromFrame a position in sample frames, like `untilFrame`
 * @returns `fromFrame` is the position of the first packet, which may begin before the requested position
 */
function partOf(bytes: Uint8Array, found: readonly FrameAt[], fromFrame: number, untilFrame: number) {
  const packets: Packet[] = []
  let from = fromFrame
  for (const [index, { at, frame }] of found.entries()) {
    const next = found[index + 1]
    const end = next?.frame.start ?? frame.start + frame.frames
    if (end <= fromFrame || frame.start >= untilFrame) continue
    if (packets.length === 0) from = frame.start
    packets.push({ bytes: bytes.subarray(at, next?.at), frames: end - frame.start })
  }
  return { fromFrame: from, packets }
}
