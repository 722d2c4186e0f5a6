import { FLACDecoder } from '@wasm-audio-decoders/flac'
import type { CodecDecoder, DecodedPacket } from './codec-decoder.ts'
import { lastingDecoder } from './lasting-decoder.ts'
import { serveDecoder } from './serve-decoder.ts'

/**
 * The method of the library that decodes one frame. The public method `decodeFrames` copies the sound one more
 * time, and the memory of the first copy could not be freed.
 */
type FrameDecoder = {
  _decode(packet: Uint8Array): { readonly error: string | undefined; readonly outputBuffer: DecodedPacket }
}

const hasFrameDecoder = (library: object): library is { readonly _decoder: FrameDecoder } =>
  '_decoder' in library

/**
 * Creates a decoder for FLAC. It is reset before a packet that does not follow the previous packet. Otherwise it
 * would wait for the missing frames.
 */
export async function createFlacDecoder(): Promise<CodecDecoder> {
  const library = new FLACDecoder()
  await library.ready
  if (!hasFrameDecoder(library)) throw new Error('The decoder has changed.')
  const { _decoder: decoder } = library
  return lastingDecoder(library, (packet) => {
    const { error, outputBuffer } = decoder._decode(packet)
    return { channelData: outputBuffer, errors: error === undefined ? [] : [error] }
  })
}

serveDecoder(createFlacDecoder)
