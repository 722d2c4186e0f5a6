import type { Packet, PacketSource } from '@jointly/music-library'
import { inTurns } from './in-turns.ts'
import { type Mp3Frame, type Mp3Info, readMp3Frame, readMp3Info } from './mp3-frame.ts'
import type { ByteFile } from './read-file.ts'

const blockBytes = 256 * 1024
/**
 * Enough bytes for the largest frame and the header of the next frame. The second header proves that the first bytes
 * are a frame.
 */
const lookAheadBytes = 1441 + 4
/** The index contains the position of every 16th frame. It needs 140 KB for two hours. */
const indexEvery = 16
/** A frame may use sound from this many bytes before it (the bit reservoir). */
const reservoirBytes = 511
/** If the first bytes of the file, up to this number, contain no frame, the file is not an mp3. */
const maxGarbageBytes = 2 * 1024 * 1024

type FrameAt = { readonly at: number; readonly frame: Mp3Frame }

/**
 * Opens an mp3. All frames are counted, because a file with variable bit rate does not say at which byte a time
 * begins.
 * @param startAt the byte after the tags
 * @returns null if there are no frames
 */
export async function openMp3(file: ByteFile, startAt: number): Promise<PacketSource | null> {
  const index: number[] = []
  let count = 0
  let info: Mp3Info | null = null
  let format: Mp3Frame | null = null
  let soundBytes = 0
  let frameAt = startAt
  for (let blockAt = startAt; blockAt < file.byteLength; blockAt += blockBytes) {
    const bytes = await file.read(blockAt, blockAt + blockBytes + lookAheadBytes)
    const isLast = blockAt + bytes.length >= file.byteLength
    const limit = isLast ? bytes.length : blockBytes
    for (const { at, frame } of framesOf(bytes, frameAt - blockAt, limit, format)) {
      format ??= frame
      frameAt = blockAt + at + frame.byteLength
      if (count === 0 && info === null) {
        info = readMp3Info(bytes, at, frame)
        if (info !== null) continue
      }
      if (count % indexEvery === 0) index.push(blockAt + at)
      count += 1
      soundBytes += frame.byteLength - frame.headBytes
    }
    frameAt = Math.max(frameAt, blockAt + limit)
    if (count === 0 && frameAt - startAt > maxGarbageBytes) return null
  }
  if (format === null || count === 0) return null
  const { start, end } = info?.trim ?? { start: 0, end: 0 }
  const warmUp = 2 + Math.ceil(reservoirBytes / Math.max(20, soundBytes / count))
  const { sampleRate, channels, frames: each } = format
  const kind = format
  return {
    codec: 'mp3',
    sampleRate,
    channels,
    setup: new Uint8Array(0),
    frames: Math.max(0, count * each - start - end),
    async read(fromFrame, untilFrame) {
      const first = Math.max(0, Math.floor((fromFrame + start) / each) - warmUp)
      const last = Math.min(count, Math.ceil((untilFrame + start) / each))
      const base = Math.floor(first / indexEvery)
      const readAt = index[base] ?? 0
      const readUntil = index[Math.ceil(last / indexEvery)] ?? file.byteLength
      const bytes = await file.read(readAt, readUntil)
      const packets: Packet[] = []
      let next = 0
      await inTurns(bytes.length, (from, until) => {
        for (const { at, frame } of framesOf(bytes, Math.max(from, next), until, kind)) {
          next = at + frame.byteLength
          packets.push({ bytes: bytes.subarray(at, next), frames: each })
        }
      })
      const skipped = first - base * indexEvery
      return { fromFrame: first * each - start, packets: packets.slice(skipped, skipped + last - first) }
    },
  }
}

/**
 * Reads the length of an mp3 that its encoder wrote, without counting its frames.
 * @returns null if the encoder wrote no length, or the file has fewer bytes than the encoder wrote
 */
export async function writtenMp3Seconds(file: ByteFile, startAt: number): Promise<number | null> {
  const bytes = await file.read(startAt, startAt + 2 * lookAheadBytes)
  const frame = readMp3Frame(bytes, 0)
  const info = frame && readMp3Info(bytes, 0, frame)
  if (!frame || !info?.trim || !info.written) return null
  const { trim, written } = info
  if (startAt + written.byteLength > file.byteLength) return null
  return (written.frameCount * frame.frames - trim.start - trim.end) / frame.sampleRate
}

/**
 * Finds the frames that begin at or after the byte `from` and before the byte `until`. Bytes between frames are
 * skipped.
 */
function* framesOf(
  bytes: Uint8Array,
  from: number,
  until: number,
  format: Mp3Frame | null,
): Generator<FrameAt> {
  let like = format
  for (let at = Math.max(0, from); at < until; ) {
    const frame = readMp3Frame(bytes, at)
    if (frame === null || !isSame(frame, like) || !isFollowed(bytes, at + frame.byteLength, frame)) {
      const next = bytes.indexOf(0xff, at + 1)
      if (next < 0) return
      at = next
      continue
    }
    like ??= frame
    yield { at, frame }
    at += frame.byteLength
  }
}

const isSame = (frame: Mp3Frame, like: Mp3Frame | null): boolean =>
  like === null || (frame.sampleRate === like.sampleRate && frame.frames === like.frames)

/** Returns whether the next frame, a tag, or the end of the bytes is at `at`, where `frame` ends. */
function isFollowed(bytes: Uint8Array, at: number, frame: Mp3Frame): boolean {
  if (at + 4 > bytes.length) return at <= bytes.length
  const next = readMp3Frame(bytes, at)
  if (next !== null) return isSame(next, frame)
  return ['TAG', 'APE', 'LYR', '3DI'].includes(String.fromCharCode(...bytes.subarray(at, at + 3)))
}
