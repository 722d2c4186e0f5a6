import type { AudioSource, Packet, PacketSource } from '@jointly/music-library'
import { type HttpResponse, json, text } from '../http/response.ts'

/** A request for the format of a song, or for the packets of one piece of it. */
export type PacketRequest =
  | { readonly kind: 'format' }
  | {
      readonly kind: 'piece'
      readonly fromFrame: number
      readonly untilFrame: number
      readonly version: string
    }

/** The longest piece that a request may ask for. A longer piece would keep the provider busy for too long. */
const maxPieceSec = 5
const noStore = { 'cache-control': 'no-store' }
const headBytes = 12
const bytesOfEach = 8

/**
 * Reads the query of a song's address. Returns null if the query requests the file itself, and undefined if it is
 * invalid.
 */
export function packetRequest(query: URLSearchParams): PacketRequest | null | undefined {
  const wanted = query.get('packets')
  if (wanted === null) return null
  if (wanted === 'format') return { kind: 'format' }
  const [, from = '', until = ''] = /^(\d{1,12})-(\d{1,12})$/.exec(wanted) ?? []
  const [fromFrame, untilFrame, version] = [Number(from), Number(until), query.get('version')]
  if (until === '' || fromFrame >= untilFrame || version === null) return undefined
  return { kind: 'piece', fromFrame, untilFrame, version }
}

/**
 * Answers with the format of a song, or with the packets of one piece. The format is null if the song cannot be read
 * as packets. Errors for a piece: 415 (the song cannot be read as packets), 412 (the file is not the requested
 * version), 416 (the piece is too long or starts after the end of the song).
 */
export async function packetResponse(
  source: AudioSource,
  wanted: PacketRequest,
  headers: Readonly<Record<string, string>>,
): Promise<HttpResponse> {
  const packets = await source.packets?.().catch(() => null)
  // After an error status, browsers would write an error to the console for each WAV file.
  if (!packets)
    return wanted.kind === 'format' ? json(null, 200, noStore) : text(415, 'The song has no packets')
  const { codec, sampleRate, channels, frames, setup } = packets
  const version = source.version ?? ''
  if (wanted.kind === 'format') {
    const format = {
      codec,
      sampleRate,
      channels,
      frames,
      setup: Buffer.from(setup).toString('base64'),
      version,
    }
    return json(format, 200, noStore)
  }
  if (wanted.version !== version) return text(412, 'The file was replaced')
  return pieceOf(packets, wanted, headers)
}

async function pieceOf(
  packets: PacketSource,
  { fromFrame, untilFrame }: Extract<PacketRequest, { kind: 'piece' }>,
  headers: Readonly<Record<string, string>>,
): Promise<HttpResponse> {
  const { frames, sampleRate } = packets
  if (fromFrame >= frames || untilFrame - fromFrame > maxPieceSec * sampleRate)
    return { status: 416, headers: { 'content-range': `frames */${frames}` } }
  const part = await packets.read(fromFrame, Math.min(frames, untilFrame)).catch(() => null)
  if (part === null) return text(415, 'The file is broken')
  const head = { 'content-type': 'application/octet-stream', ...headers }
  return { status: 200, headers: head, body: pieceBytes(part.fromFrame, part.packets) }
}

/**
 * Writes the packets of a piece as bytes, with little-endian numbers. First comes the number of packets (4 bytes)
 * and the position of the first packet in samples (8 bytes, floating point). Then each packet has its length in
 * bytes and its number of samples (4 bytes each). The packets themselves are at the end.
 */
function pieceBytes(fromFrame: number, packets: readonly Packet[]): Uint8Array {
  const dataAt = headBytes + packets.length * bytesOfEach
  const piece = new Uint8Array(dataAt + packets.reduce((sum, { bytes }) => sum + bytes.length, 0))
  const view = new DataView(piece.buffer)
  view.setUint32(0, packets.length, true)
  view.setFloat64(4, fromFrame, true)
  let at = dataAt
  for (const [index, { bytes, frames }] of packets.entries()) {
    view.setUint32(headBytes + index * bytesOfEach, bytes.length, true)
    view.setUint32(headBytes + index * bytesOfEach + 4, frames, true)
    piece.set(bytes, at)
    at += bytes.length
  }
  return piece
}
