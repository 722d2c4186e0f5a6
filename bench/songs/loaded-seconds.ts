import { BLOCK_BYTES, PACKET_BYTES } from '@jointly/bundled-music/encoding/layout'
import { opusHeadBytes } from '@jointly/music-library/opus-file'

/**
 * Returns how many seconds of a bundled song some requests load. A packet that several requests load counts once. The
 * head of the file contains no sound.
 * @param ranges the header `Range` of each request, such as `bytes=1000-1999`
 * @throws for another form of the header
 */
export function loadedSeconds(ranges: readonly string[]): number {
  const packets = new Set<number>()
  for (const range of ranges) {
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? []
    if (first === undefined || last === undefined)
      throw new Error(`a song was requested with Range "${range}"`)
    for (let at = Math.max(Number(first), opusHeadBytes); at <= Number(last); at += PACKET_BYTES)
      packets.add(Math.floor((at - opusHeadBytes) / PACKET_BYTES))
  }
  return (packets.size * PACKET_BYTES) / BLOCK_BYTES
}
