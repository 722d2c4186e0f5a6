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
  const gain = outputGain(setup)
  return {
    decode: async (packets) =>
      packets.map((packet) => {
        const { channelData } = decoder.decodeFrame(packet)
        if (gain !== 1)
          for (const samples of channelData)
            for (const [at, sample] of samples.entries()) samples[at] = sample * gain
        return channelData
      }),
  }
}

/** Returns the factor by which the file changes the loudness of its sound (RFC 7845, 5.1). The file states 1/256 dB. */
function outputGain(setup: Uint8Array): number {
  const view = new DataView(setup.buffer, setup.byteOffset, setup.byteLength)
  return setup.byteLength < 18 ? 1 : 10 ** (view.getInt16(16, true) / 256 / 20)
}

serveDecoder(createOpusDecoder)
