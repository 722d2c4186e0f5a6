import { opusRate, packetFrames } from '@jointly/music-library/opus-file'

/**
 * The maximum length of a segment in bytes. The header of an Ogg page lists the length of each segment of its
 * packets.
 */
const longestPart = 255
const beginsFile = 2
const endsFile = 4

/** The lookup table for the checksum of a page (CRC-32 with the polynomial 0x04c11db7). */
const checksums = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte << 24
  for (let bit = 0; bit < 8; bit += 1) sum = (sum << 1) ^ (sum < 0 ? 0x04c11db7 : 0)
  return sum
})

/** @param {string} text */
const ascii = (text) => [...text].map((letter) => letter.charCodeAt(0))

/**
 * Creates an Ogg page.
 * @param {{ number: number, flags: number, frames: number }} page `frames` is the number of frames in the file up
 * to the end of this page
 * @param {Uint8Array} packets @param {number} packetBytes the length of each packet
 */
function oggPage({ number, flags, frames }, packets, packetBytes) {
  const parts = Array.from({ length: Math.floor(packetBytes / longestPart) }, () => longestPart)
  parts.push(packetBytes % longestPart)
  const table = Array.from({ length: packets.length / packetBytes }, () => parts).flat()
  const bytes = new Uint8Array(27 + table.length + packets.length)
  bytes.set([...ascii('OggS'), 0, flags])
  const view = new DataView(bytes.buffer)
  view.setUint32(6, frames, true)
  view.setUint32(14, 1, true)
  view.setUint32(18, number, true)
  bytes[26] = table.length
  bytes.set(table, 27)
  bytes.set(packets, 27 + table.length)
  const sum = bytes.reduce((crc, byte) => (crc << 8) ^ (checksums[(crc >>> 24) ^ byte] ?? 0), 0)
  view.setUint32(22, sum, true)
  return bytes
}

/**
 * Creates an Ogg file of Opus packets with the same length. All packets are on one page, so they may have at most
 * 255 segments. The header skips no frames at the start, so that browsers decode all of the sound.
 * @param {Uint8Array} packets @param {number} packetBytes
 */
export function oggFile(packets, packetBytes) {
  const head = Uint8Array.from([...ascii('OpusHead'), 1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0])
  new DataView(head.buffer).setUint32(12, opusRate, true)
  const tags = Uint8Array.from([...ascii('OpusTags'), 0, 0, 0, 0, 0, 0, 0, 0])
  const frames = (packets.length / packetBytes) * packetFrames
  return joined([
    oggPage({ number: 0, flags: beginsFile, frames: 0 }, head, head.length),
    oggPage({ number: 1, flags: 0, frames: 0 }, tags, tags.length),
    oggPage({ number: 2, flags: endsFile, frames }, packets, packetBytes),
  ])
}

/** Concatenates arrays of bytes. @param {Uint8Array[]} parts */
export function joined(parts) {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}
