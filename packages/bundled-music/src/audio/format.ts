/** The sample rate of rendered songs, which are 16 bit stereo. */
export const SAMPLE_RATE = 32_000
/** The length of a block in frames, one second. Songs are rendered and cached in blocks. */
export const BLOCK_FRAMES = SAMPLE_RATE

/** Returns the number of frames of a song. A frame is one sample of each channel. */
export function framesOf(durationMs: number): number {
  return Math.round((durationMs * SAMPLE_RATE) / 1000)
}
