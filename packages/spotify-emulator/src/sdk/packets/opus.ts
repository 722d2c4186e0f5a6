import { OpusDecoder } from 'opus-decoder'
import type { CodecDecoder, SoundFormat } from './codec-decoder.ts'
import { serveDecoder } from './serve-decoder.ts'

/** Creates a decoder for Opus. `setup` is the identification header (RFC 7845). */
export async function createOpusDecoder({ channels, setup }: SoundFormat): Promise<CodecDecoder> {
  const hasMapping = (setup[18] ?? 0) > 0
  const decoder = new OpusDecoder({
    channels,
    ...(hasMapping
      ? {
          streamCount: setup[19] ?? 1,
          coupledStreamCount: setup[20] ?? 0,
          channelMappingTable: [...setup.subarray(21, 21 + channels)],
        }
      : {}),
  })
  await decoder.ready
  return {
    decode: async (packets) => packets.map((packet) => decoder.decodeFrame(packet).channelData),
  }
}

serveDecoder(createOpusDecoder)
