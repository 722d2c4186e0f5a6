import { type OpusLayout, opusRate, packetFrames } from '@jointly/music-library'
import { framesOf, SAMPLE_RATE } from '../audio/format.ts'
import { REACH_FRAMES } from './resample.ts'

/** The size of every packet in bytes. This is 152 kbit/s, and with the headers of HTTP less than 160 kbit/s. */
export const PACKET_BYTES = 380
export const PACKETS_PER_SEC = opusRate / packetFrames
/** The size of an encoded block in bytes. A block is one second. */
export const BLOCK_BYTES = PACKETS_PER_SEC * PACKET_BYTES
/** The delay of the Opus encoder in the mode `RestrictedLowDelay`, in frames at 48 kHz (2.5 ms). */
const ENCODER_DELAY_FRAMES = 120
/**
 * The sound is delayed by this many frames, so that the resampling filter of a block needs no sound of the next
 * block. Together with the delay of the encoder, this is 10 ms, which is a whole number of frames at 44.1 kHz too.
 */
const DELAY_FRAMES = 360
/**
 * The number of packets before a block that are encoded again and dropped. They bring the encoder into the same state
 * as at the end of the block before.
 */
export const WARM_UP_PACKETS = 2
const WARM_UP_FRAMES = (WARM_UP_PACKETS * packetFrames * SAMPLE_RATE) / opusRate
/** The number of frames before a block that its packets depend on. */
export const LEAD_FRAMES = WARM_UP_FRAMES + (DELAY_FRAMES * SAMPLE_RATE) / opusRate + REACH_FRAMES

/** Returns the layout of a song's file, which is known before the song is rendered. */
export function layoutOf(durationMs: number): OpusLayout {
  const frames = Math.ceil((framesOf(durationMs) * opusRate) / SAMPLE_RATE)
  const skipFrames = ENCODER_DELAY_FRAMES + DELAY_FRAMES
  return {
    packets: Math.ceil((frames + skipFrames) / packetFrames),
    packetBytes: PACKET_BYTES,
    skipFrames,
    frames,
  }
}
