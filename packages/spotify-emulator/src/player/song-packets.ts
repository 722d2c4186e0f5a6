import {
  type AudioSource,
  isFileSystemError,
  type Packet,
  type PacketSource,
  TemporaryError,
} from '@jointly/music-library'
import { type HttpResponse, json, text } from '../http/response.ts'

type Part = { readonly fromFrame: number; readonly untilFrame: number }

/** A request for the format of a song, or for the packets of some pieces of it. */
export type PacketRequest =
  | { readonly kind: 'format' }
  | { readonly kind: 'pieces'; readonly parts: readonly Part[]; readonly version: string }

/** The most sound that a request may ask for. More would keep the provider busy for too long. */
const maxSec = 5
/** The largest number of pieces in one request. */
const maxPieces = 8
/** The answer if the file cannot be read now. The library opens a file again ten seconds after an error. */
const away: HttpResponse = { ...text(503, 'The file cannot be read now'), headers: { 'retry-after': '10' } }
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
  const version = query.get('version')
  const texts = wanted.split(',', maxPieces + 1)
  const parts = texts.flatMap((each) => partOf(each) ?? [])
  if (version === null || texts.length > maxPieces || parts.length < texts.length) return undefined
  return { kind: 'pieces', parts, version }
}

/** Reads a part such as `0-48960`, in samples. Returns null if it is invalid or empty. */
function partOf(words: string): Part | null {
  const [, from = '', until = ''] = /^(\d{1,12})-(\d{1,12})$/.exec(words) ?? []
  const [fromFrame, untilFrame] = [Number(from), Number(until)]
  return until === '' || fromFrame >= untilFrame ? null : { fromFrame, untilFrame }
}

/**
 * Answers with the format of a song, or with the packets of pieces, one piece after the other. The format is null if the
 * song cannot be read as packets. Errors for pieces: 415 (the song cannot be read as packets), 412 (the file is not the
 * requested version), 416 (the pieces are too long, or one starts after the end of the song). For both: 503 (the file
 * cannot be read now).
 */
export async function packetResponse(
  source: AudioSource,
  wanted: PacketRequest,
  headers: Readonly<Record<string, string>>,
): Promise<HttpResponse> {
  const packets = await source.packets?.().catch(failed)
  if (packets === 'away') return away
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
  return piecesOf(packets, wanted.parts, headers)
}

/** Returns `away` for an error after which another attempt can succeed, and null for that of a broken file. */
const failed = (error: unknown): 'away' | null =>
  error instanceof TemporaryError || isFileSystemError(error) ? 'away' : null

async function piecesOf(
  packets: PacketSource,
  parts: readonly Part[],
  headers: Readonly<Record<string, string>>,
): Promise<HttpResponse> {
  const { frames, sampleRate } = packets
  const length = parts.reduce((sum, { fromFrame, untilFrame }) => sum + untilFrame - fromFrame, 0)
  if (parts.some(({ fromFrame }) => fromFrame >= frames) || length > maxSec * sampleRate)
    return { status: 416, headers: { 'content-range': `frames */${frames}` } }
  const pieces: Uint8Array[] = []
  for (const { fromFrame, untilFrame } of parts) {
    const part = await packets.read(fromFrame, Math.min(frames, untilFrame)).catch(failed)
    if (part === 'away') return away
    if (part === null) return text(415, 'The file is broken')
    pieces.push(pieceBytes(part.fromFrame, part.packets))
  }
  const head = { 'content-type': 'application/octet-stream', ...headers }
  return { status: 200, headers: head, body: Buffer.concat(pieces) }
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
