import { MPEGDecoder } from 'mpg123-decoder'
import type { CodecDecoder } from './codec-decoder.ts'
import { lastingDecoder } from './lasting-decoder.ts'
import { serveDecoder } from './serve-decoder.ts'

/**
 * Creates a decoder for MP3. It does not remove the delay of the encoder, because the provider already includes this
 * delay in the positions of packets.
 */
export async function createMp3Decoder(): Promise<CodecDecoder> {
  const decoder = new MPEGDecoder({ enableGapless: false })
  await decoder.ready
  return lastingDecoder(decoder, (packet) => decoder.decodeFrame(packet))
}

serveDecoder(createMp3Decoder)
