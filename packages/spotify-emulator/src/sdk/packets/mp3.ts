import { MPEGDecoder } from 'mpg123-decoder'
import type { CodecDecoder } from './codec-decoder.ts'
import { serveDecoder } from './serve-decoder.ts'

/**
 * Creates a decoder for mp3. It does not cut off the delay of the encoder, because the provider says where the song
 * begins.
 */
export async function createMp3Decoder(): Promise<CodecDecoder> {
  const decoder = new MPEGDecoder({ enableGapless: false })
  await decoder.ready
  return {
    async decode(packets) {
      await decoder.reset()
      return packets.map((packet) => decoder.decodeFrame(packet).channelData)
    },
  }
}

serveDecoder(createMp3Decoder)
