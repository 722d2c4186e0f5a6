import { codecFrames, data, header, isLastPage, vorbisSetup } from 'codec-parser'

const longestSegment = 255

/**
 * Splits the setup data of Vorbis into its three headers. The data contain the lengths of the first two headers and
 * then the headers, as in WebCodecs.
 */
export function splitHeaders(setup: Uint8Array): Uint8Array[] {
  const lengths: number[] = []
  let at = 1
  for (let length = 0; lengths.length < (setup[0] ?? 0) && at < setup.length; at += 1) {
    const value = setup[at] ?? 0
    length += value
    if (value === longestSegment) continue
    lengths.push(length)
    length = 0
  }
  const headers = lengths.map((length) => {
    at += length
    return setup.subarray(at - length, at)
  })
  return [...headers, setup.subarray(at)]
}

/**
 * Creates an Ogg page as the object that the decoder library expects. The page has at most one packet. The object has
 * only the fields that the decoder reads.
 */
export function oggPage(
  bytes: Uint8Array,
  frame?: { packet: Uint8Array; codebooks: Uint8Array | undefined },
) {
  const frames = frame ? [{ [data]: frame.packet, [header]: { [vorbisSetup]: frame.codebooks } }] : []
  return { [data]: bytes, [codecFrames]: frames, [isLastPage]: false }
}
