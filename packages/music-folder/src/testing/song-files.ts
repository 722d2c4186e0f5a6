/**
 * Creates a short 16-bit mono WAV file of silence, with tags (RIFF INFO ids, e.g. `INAM` title, `IART` artist).
 */
export function wavFile(tags: Readonly<Record<string, string>> = {}, seconds = 1): Buffer {
  const samples = Buffer.alloc(seconds * 8000 * 2)
  const format = Buffer.alloc(16)
  format.writeUInt16LE(1, 0)
  format.writeUInt16LE(1, 2)
  format.writeUInt32LE(8000, 4)
  format.writeUInt32LE(16_000, 8)
  format.writeUInt16LE(2, 12)
  format.writeUInt16LE(16, 14)
  const info = Object.entries(tags).map(([id, value]) => chunk(id, Buffer.from(`${value}\0`)))
  const list = info.length === 0 ? [] : [chunk('LIST', Buffer.concat([Buffer.from('INFO'), ...info]))]
  return chunk(
    'RIFF',
    Buffer.concat([Buffer.from('WAVE'), chunk('fmt ', format), ...list, chunk('data', samples)]),
  )
}

function chunk(id: string, body: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.write(id, 0, 'latin1')
  head.writeUInt32LE(body.byteLength, 4)
  return Buffer.concat([head, body, Buffer.alloc(body.byteLength % 2)])
}

/** Creates an mp3 of silence with an ID3v2.4 title, artist, album and an embedded PNG. */
export function mp3File(title: string, artist: string, album: string, picture: Buffer): Buffer {
  const frames = [
    id3Frame('TIT2', Buffer.from(`\x03${title}`)),
    id3Frame('TPE1', Buffer.from(`\x03${artist}`)),
    id3Frame('TALB', Buffer.from(`\x03${album}`)),
    id3Frame('APIC', Buffer.concat([Buffer.from('\0image/png\0\x03\0', 'latin1'), picture])),
  ]
  const tag = Buffer.concat(frames)
  const silence = Buffer.alloc(417)
  silence.writeUInt32BE(0xfffb9064, 0)
  return Buffer.concat([
    Buffer.from('ID3\x04\0\0', 'latin1'),
    synchsafe(tag.byteLength),
    tag,
    ...Array<Buffer>(60).fill(silence),
  ])
}

const synchsafe = (size: number): Buffer => Buffer.from([21, 14, 7, 0].map((shift) => (size >> shift) & 0x7f))

const id3Frame = (id: string, body: Buffer): Buffer =>
  Buffer.concat([Buffer.from(id, 'latin1'), synchsafe(body.byteLength), Buffer.alloc(2), body])
