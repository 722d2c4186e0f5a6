/** The format of a FLAC file, from the block at its beginning (STREAMINFO). */
export type FlacFormat = {
  readonly sampleRate: number
  readonly channels: number
  readonly sampleBits: number
  /** The length of the shortest frame, except the last one, and of the longest frame. */
  readonly minBlockFrames: number
  readonly blockFrames: number
  /** The length of the song in samples of one channel. 0 if the encoder did not know it. */
  readonly frames: number
}

/** The largest number of bytes in the header of a frame. */
export const flacHeadBytes = 16

const sampleRates = [
  0, 88_200, 176_400, 192_000, 8000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 96_000,
]

/** The number of bits of a sample by its code. Code 0 means the number in the head of the file, and code 3 is not used. */
const sampleSizes = [null, 8, 12, 0, 16, 20, 24, 32]

/** Reads the format from the content of the first block (STREAMINFO). Returns null if its values are impossible. */
export function readFlacFormat(bytes: Uint8Array): FlacFormat | null {
  if (bytes.length < 18) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  const packed = view.getUint32(10)
  const sampleRate = packed >>> 12
  const frames = (view.getUint8(13) & 15) * 2 ** 32 + view.getUint32(14)
  const format = {
    sampleRate,
    channels: ((packed >>> 9) & 7) + 1,
    sampleBits: ((packed >>> 4) & 31) + 1,
    minBlockFrames: view.getUint16(0),
    blockFrames: view.getUint16(2),
    frames,
  }
  return sampleRate > 0 && format.blockFrames > 0 ? format : null
}

/** A frame: the position of its first sample, and the number of its samples. */
export type FlacFrame = { readonly start: number; readonly frames: number }

/**
 * Reads the header of the frame at the byte `at` (RFC 9639, 9.1). Returns null if no frame begins at this byte. About one
 * song in a thousand has bytes in a frame that look like a header with a correct checksum. So the header must also agree
 * with the format of the song.
 */
export function readFlacFrame(bytes: Uint8Array, at: number, format: FlacFormat): FlacFrame | null {
  const two = bytes[at + 1] ?? 0
  if (bytes[at] !== 0xff || (two & 0xfe) !== 0xf8) return null
  const [three = 0, four = 1] = bytes.subarray(at + 2, at + 4)
  if ((four & 1) !== 0 || !hasFormat(four, format)) return null
  const number = readCodedNumber(bytes, at + 4)
  const sizeCode = three >> 4
  const rateCode = three & 15
  if (number === null || sizeCode === 0 || rateCode === 15) return null
  let end = at + 4 + number.length
  const extra = (length: 0 | 1 | 2): number => {
    const value = length === 2 ? (bytes[end] ?? 0) * 256 + (bytes[end + 1] ?? 0) : (bytes[end] ?? 0)
    end += length
    return value
  }
  const written = extra(sizeCode === 6 ? 1 : sizeCode === 7 ? 2 : 0) + 1
  const frames = framesOf(sizeCode, written)
  const rate = extra(rateCode === 12 ? 1 : rateCode > 12 ? 2 : 0)
  if (
    rateOf(rateCode, rate, format) !== format.sampleRate ||
    bytes[end] !== checksum(bytes.subarray(at, end))
  )
    return null
  const isVariable = (two & 1) === 1
  const start = isVariable ? number.value : number.value * format.blockFrames
  return hasLength(start, frames, format) ? { start, frames } : null
}

/** Returns whether a frame has the channels and the sample size of the song. @param four the fourth byte of its header */
function hasFormat(four: number, { channels, sampleBits }: FlacFormat): boolean {
  const channelCode = four >> 4
  // The codes 8 to 10 are ways to store two channels.
  const frameChannels = channelCode < 8 ? channelCode + 1 : channelCode < 11 ? 2 : 0
  const bits = sampleSizes[(four >> 1) & 7] ?? sampleBits
  return frameChannels === channels && bits === sampleBits
}

/** Returns whether a frame has a possible length. The last frame of a song may be shorter than the others. */
const hasLength = (start: number, frames: number, format: FlacFormat): boolean =>
  frames <= format.blockFrames &&
  (frames >= format.minBlockFrames || format.frames === 0 || start + frames === format.frames)

function framesOf(code: number, written: number): number {
  if (code === 1) return 192
  if (code <= 5) return 576 << (code - 2)
  return code <= 7 ? written : 256 << (code - 8)
}

function rateOf(code: number, written: number, { sampleRate }: FlacFormat): number {
  if (code === 0) return sampleRate
  if (code < 12) return sampleRates[code] ?? 0
  return written * (code === 12 ? 1000 : code === 13 ? 1 : 10)
}

/** Reads a number that is encoded like a character in UTF-8. FLAC extends this encoding to 36 bits. */
function readCodedNumber(bytes: Uint8Array, at: number): { value: number; length: number } | null {
  const first = bytes[at] ?? 0xff
  if (first < 0x80) return { value: first, length: 1 }
  const length = Math.clz32(~(first << 24))
  if (length < 2 || length > 7) return null
  let value = length === 7 ? 0 : first & (0x7f >> length)
  for (let index = 1; index < length; index += 1) {
    const next = bytes[at + index] ?? 0
    if (next >> 6 !== 2) return null
    value = value * 64 + (next & 63)
  }
  return { value, length }
}

/** Calculates the checksum of a header: CRC-8 with the polynomial x⁸ + x² + x + 1. */
function checksum(bytes: Uint8Array): number {
  let crc = 0
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = ((crc << 1) ^ (crc & 0x80 ? 7 : 0)) & 255
  }
  return crc
}
