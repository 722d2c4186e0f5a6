/** The delay of an mp3 decoder in samples. It is added to the delay of the encoder. */
const decoderDelay = 529

const bitRates = {
  v1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  v2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
}
const sampleRates = [44_100, 48_000, 32_000]

/** The values in the header of an mp3 frame (MPEG 1, 2 or 2.5, layer 3). */
export type Mp3Frame = {
  readonly byteLength: number
  readonly sampleRate: number
  readonly channels: number
  /** The number of samples of each channel. */
  readonly frames: number
  /** The number of bytes before the sound of the frame: header, checksum and side information. */
  readonly headBytes: number
}

/** Reads the header of the frame at the byte `at`. Returns null if no frame begins at this byte. */
export function readMp3Frame(bytes: Uint8Array, at: number): Mp3Frame | null {
  const two = bytes[at + 1] ?? 0
  if (bytes[at] !== 0xff || two < 0xe0) return null
  const version = (two >> 3) & 3
  const isLayer3 = ((two >> 1) & 3) === 1
  if (version === 1 || !isLayer3) return null
  const three = bytes[at + 2] ?? 0
  const four = bytes[at + 3] ?? 0
  const isV1 = version === 3
  const kilobits = (isV1 ? bitRates.v1 : bitRates.v2)[three >> 4]
  const baseRate = sampleRates[(three >> 2) & 3]
  if (!kilobits || baseRate === undefined) return null
  const sampleRate = baseRate / (isV1 ? 1 : version === 2 ? 2 : 4)
  const frames = isV1 ? 1152 : 576
  const byteLength = Math.floor((frames * 125 * kilobits) / sampleRate) + ((three >> 1) & 1)
  const channels = four >> 6 === 3 ? 1 : 2
  const sideBytes = isV1 ? (channels === 1 ? 17 : 32) : channels === 1 ? 9 : 17
  return { byteLength, sampleRate, channels, frames, headBytes: 4 + sideBytes + ((two & 1) === 0 ? 2 : 0) }
}

/** What the encoder wrote about the song into the first frame. Such a frame has no sound. */
export type Mp3Info = {
  /** The samples to leave out at the start and at the end. Null if the encoder did not write them. */
  readonly trim: { readonly start: number; readonly end: number } | null
  /**
   * The number of frames with sound and the number of bytes after the tags. Null if the encoder did not write them.
   */
  readonly written: { readonly frameCount: number; readonly byteLength: number } | null
}

const textAt = (bytes: Uint8Array, at: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(at, at + length))

/** Reads the frame with information about the song (Xing, Info or VBRI). Returns null if the frame has sound. */
export function readMp3Info(bytes: Uint8Array, at: number, frame: Mp3Frame): Mp3Info | null {
  if (textAt(bytes, at + 36, 4) === 'VBRI') return { trim: null, written: null }
  const infoAt = at + frame.headBytes
  if (!['Xing', 'Info'].includes(textAt(bytes, infoAt, 4))) return null
  const flags = bytes[infoAt + 7] ?? 0
  const uint32At = (from: number): number => new DataView(bytes.buffer, bytes.byteOffset).getUint32(from)
  const hasLengths = (flags & 3) === 3
  const written = hasLengths ? { frameCount: uint32At(infoAt + 8), byteLength: uint32At(infoAt + 12) } : null
  const encoderAt =
    infoAt + 8 + (flags & 1 ? 4 : 0) + (flags & 2 ? 4 : 0) + (flags & 4 ? 100 : 0) + (flags & 8 ? 4 : 0)
  if (!['LAME', 'Lavf', 'Lavc'].includes(textAt(bytes, encoderAt, 4))) return { trim: null, written }
  const [one = 0, two = 0, three = 0] = bytes.subarray(encoderAt + 21, encoderAt + 24)
  const delay = (one << 4) | (two >> 4)
  const padding = ((two & 15) << 8) | three
  const trim = { start: delay + decoderDelay, end: Math.max(0, padding - decoderDelay) }
  return { trim, written }
}

/** Returns the byte at which the sound of a file begins, after ID3v2 tags. */
export function skipId3(bytes: Uint8Array): number {
  if (textAt(bytes, 0, 3) !== 'ID3' || bytes.length < 10) return 0
  const [a = 0, b = 0, c = 0, d = 0] = bytes.subarray(6, 10)
  return 10 + ((a << 21) | (b << 14) | (c << 7) | d) + ((bytes[5] ?? 0) & 16 ? 10 : 0)
}
