/**
 * The format of the bundled songs: an MP4 file with Opus packets that all have the same size. So the length of the file
 * and the position of each packet are known before the song is rendered. This module is also a part of the player
 * script.
 */

/** The number of frames of a packet. Opus plays 48,000 frames a second. */
export const packetFrames = 960
export const opusRate = 48_000

/**
 * @typedef {{ packets: number, packetBytes: number, skipFrames: number, frames: number }} OpusLayout
 *   the song has `frames` frames, which begin after the first `skipFrames` decoded frames
 */

/** @param {...number} values */
const uint32 = (...values) =>
  values.flatMap((value) => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255))
/** @param {...number} values */
const uint16 = (...values) => values.flatMap((value) => [value >>> 8, value & 255])
/** @param {string} text */
const letters = (text) => [...text].map((letter) => letter.charCodeAt(0))
/** @param {string} name @param {...number[]} contents */
const box = (name, ...contents) => {
  const bytes = contents.flat()
  return [...uint32(8 + bytes.length), ...letters(name), ...bytes]
}
/** The identity matrix. The headers of an MP4 file must contain it. */
const matrix = uint32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)

/**
 * Creates the box that describes the packets.
 * @param {OpusLayout} layout
 * @param {number} dataAt the byte position of the first packet
 */
const sampleTable = ({ packets, packetBytes, skipFrames }, dataAt) => {
  const opus = box('dOps', [0, 2], uint16(skipFrames), uint32(opusRate), [0, 0, 0])
  const format = [
    ...uint32(0),
    ...uint16(0, 1),
    ...uint32(0, 0),
    ...uint16(2, 16),
    ...uint32(0, opusRate * 65_536),
  ]
  return box(
    'stbl',
    box('stsd', uint32(0, 1), box('Opus', format, opus)),
    box('stts', uint32(0, 1, packets, packetFrames)),
    box('stsc', uint32(0, 1, 1, packets, 1)),
    box('stsz', uint32(0, packetBytes, packets)),
    box('stco', uint32(0, 1, dataAt)),
  )
}

/** @param {OpusLayout} layout @param {number} dataAt */
const track = (layout, dataAt) => {
  const { packets, skipFrames, frames } = layout
  const trackHead = [
    ...uint32(3, 0, 0, 1, 0, frames, 0, 0),
    ...uint16(0, 0, 0x100, 0),
    ...matrix,
    ...uint32(0, 0),
  ]
  const dataHere = box('dinf', box('dref', uint32(0, 1), box('url ', uint32(1))))
  return box(
    'trak',
    box('tkhd', trackHead),
    box('edts', box('elst', uint32(0, 1, frames, skipFrames, 0x10000))),
    box(
      'mdia',
      box('mdhd', uint32(0, 0, 0, opusRate, packets * packetFrames), uint16(0x55c4, 0)),
      box('hdlr', uint32(0, 0), letters('soun'), uint32(0, 0, 0), [0]),
      box('minf', box('smhd', uint32(0, 0)), dataHere, sampleTable(layout, dataAt)),
    ),
  )
}

/** @param {OpusLayout} layout @param {number} dataAt */
const head = (layout, dataAt) => [
  ...box('ftyp', letters('isom'), uint32(0), letters('isomOpus')),
  ...box(
    'moov',
    box(
      'mvhd',
      uint32(0, 0, 0, opusRate, layout.frames, 0x10000),
      uint16(0x100, 0),
      uint32(0, 0),
      matrix,
      uint32(0, 0, 0, 0, 0, 0, 2),
    ),
    track(layout, dataAt),
  ),
  ...uint32(8 + layout.packets * layout.packetBytes),
  ...letters('mdat'),
]

/** The number of bytes before the first packet. */
export const opusHeadBytes = head({ packets: 0, packetBytes: 0, skipFrames: 0, frames: 0 }, 0).length

/** Creates the bytes before the first packet. @param {OpusLayout} layout */
export const opusHead = (layout) => Uint8Array.from(head(layout, opusHeadBytes))

/**
 * Reads the beginning of a file. Returns null for every file that does not begin as `opusHead` writes it.
 * @param {ArrayBuffer} beginning
 * @returns {OpusLayout | null}
 */
export function readOpusHead(beginning) {
  if (beginning.byteLength < opusHeadBytes) return null
  const bytes = new Uint8Array(beginning, 0, opusHeadBytes)
  const text = String.fromCharCode(...bytes)
  const view = new DataView(beginning)
  /** Returns the 32-bit number with this index in a box. @param {string} name of the box @param {number} index */
  const numberOf = (name, index) => {
    const at = text.indexOf(name) + 4 + 4 * index
    return at + 4 <= bytes.length ? view.getUint32(at) : 0
  }
  const layout = {
    packets: numberOf('stsz', 2),
    packetBytes: numberOf('stsz', 1),
    skipFrames: numberOf('elst', 3),
    frames: numberOf('elst', 2),
  }
  return opusHead(layout).every((byte, index) => byte === bytes[index]) ? layout : null
}
