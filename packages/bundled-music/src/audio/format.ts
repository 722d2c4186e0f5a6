/**
 * The sample rate of songs, which are streamed as 16 bit stereo PCM. With this format, the length of a file is
 * known before it is rendered, so that a listener can seek anywhere.
 */
export const SAMPLE_RATE = 32_000
export const CHANNELS = 2
export const BYTES_PER_FRAME = CHANNELS * 2
/** The length of a block in frames, one second. Songs are rendered and cached in blocks. */
export const BLOCK_FRAMES = SAMPLE_RATE
export const BLOCK_BYTES = BLOCK_FRAMES * BYTES_PER_FRAME
export const WAV_HEADER_BYTES = 44

/** The number of frames (one sample of each channel) of a song. */
export function framesOf(durationMs: number): number {
  return Math.round((durationMs * SAMPLE_RATE) / 1000)
}

/** Creates the RIFF header of a WAV file with this many frames. */
export function wavHeader(frames: number): Uint8Array {
  const dataBytes = frames * BYTES_PER_FRAME
  const header = new Uint8Array(WAV_HEADER_BYTES)
  const view = new DataView(header.buffer)
  const text = (offset: number, word: string): void => {
    for (let i = 0; i < word.length; i++) view.setUint8(offset + i, word.charCodeAt(i))
  }
  text(0, 'RIFF')
  view.setUint32(4, WAV_HEADER_BYTES - 8 + dataBytes, true)
  text(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, CHANNELS, true)
  view.setUint32(24, SAMPLE_RATE, true)
  view.setUint32(28, SAMPLE_RATE * BYTES_PER_FRAME, true)
  view.setUint16(32, BYTES_PER_FRAME, true)
  view.setUint16(34, 16, true)
  text(36, 'data')
  view.setUint32(40, dataBytes, true)
  return header
}
