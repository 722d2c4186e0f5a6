import { OggVorbisDecoder } from '@wasm-audio-decoders/ogg-vorbis'
import type { CodecDecoder, DecodedPacket, SoundFormat } from './codec-decoder.ts'
import { oggPage, splitHeaders } from './vorbis-pages.ts'
import { serveDecoder } from './serve-decoder.ts'

/**
 * The method of the decoder that this module uses. The method accepts pages with fewer fields than its types
 * require.
 */
type PageDecoder = {
  decodeOggPages(pages: readonly object[]): Promise<{ readonly channelData: DecodedPacket }>
}

/** Creates a decoder for Vorbis. `setup` has the lengths of the first two headers, and then the three headers. */
export async function createVorbisDecoder({ setup }: SoundFormat): Promise<CodecDecoder> {
  const [identification, , codebooks] = splitHeaders(setup)
  if (identification === undefined || codebooks === undefined) throw new Error('The sound has no headers.')
  const library = new OggVorbisDecoder()
  await library.ready
  const decoder: PageDecoder = library
  await decoder.decodeOggPages([oggPage(identification)])
  let isSetUp = false
  return {
    async decode(packets) {
      const decoded: DecodedPacket[] = []
      for (const packet of packets) {
        // Only the first page contains the codebooks, because the decoder reads them only once.
        const page = oggPage(new Uint8Array(0), { packet, codebooks: isSetUp ? undefined : codebooks })
        decoded.push((await decoder.decodeOggPages([page])).channelData)
        isSetUp = true
      }
      return decoded
    },
  }
}

serveDecoder(createVorbisDecoder)
