import { FLACDecoder } from '@wasm-audio-decoders/flac'
import type { CodecDecoder } from './codec-decoder.ts'
import { serveDecoder } from './serve-decoder.ts'

/** Creates a decoder for FLAC. */
export async function createFlacDecoder(): Promise<CodecDecoder> {
  const decoder = new FLACDecoder()
  await decoder.ready
  return {
    async decode(packets) {
      // The decoder is reset for each piece, because it would otherwise wait for the frames between two pieces.
      await decoder.reset()
      const decoded = []
      for (const packet of packets) decoded.push((await decoder.decodeFrames([packet])).channelData)
      return decoded
    },
  }
}

serveDecoder(createFlacDecoder)
