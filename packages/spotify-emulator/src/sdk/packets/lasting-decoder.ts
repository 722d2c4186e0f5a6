import type { CodecDecoder, DecodedPacket } from './codec-decoder.ts'

/** A decoder of `@wasm-audio-decoders`. */
type Library = { reset(): Promise<void> }

type LibraryAnswer = { readonly channelData: DecodedPacket; readonly errors: readonly unknown[] }

/**
 * Creates a decoder that is reset only after a broken packet, or before a packet that does not follow the previous
 * one. A reset allocates the memory of the WebAssembly again, and the browser frees the old memory late.
 * @param decodeOne decodes one packet
 */
export function lastingDecoder(
  library: Library,
  decodeOne: (packet: Uint8Array) => LibraryAnswer | Promise<LibraryAnswer>,
): CodecDecoder {
  let endFrame: number | null = null
  let isBroken = false
  return {
    async decode(packets, { fromFrame, untilFrame }) {
      const follows = endFrame === null || (fromFrame <= endFrame && untilFrame > endFrame)
      if (isBroken || !follows) await library.reset()
      endFrame = untilFrame
      isBroken = false
      const decoded: DecodedPacket[] = []
      for (const packet of packets) {
        const { channelData, errors } = await decodeOne(packet)
        decoded.push(channelData)
        isBroken ||= errors.length > 0
      }
      return decoded
    },
  }
}
