import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type AudioSource, TemporaryError } from '@jointly/music-library'

/** A part of a file, from byte `start` (inclusive) to `end` (exclusive). */
export type ByteRange = { readonly start: number; readonly end: number }

/**
 * Parses a `Range` header with one range of bytes (RFC 9110). Undefined means the whole file, because the header is
 * missing or has another form. `'unsatisfiable'` means that the answer must be 416.
 */
export function parseRange(
  header: string | undefined,
  byteLength: number,
): ByteRange | 'unsatisfiable' | undefined {
  const match = header === undefined ? null : /^bytes=(\d*)-(\d*)$/.exec(header.trim())
  if (match === null) return undefined
  const [, first = '', last = ''] = match
  if (first === '' && last === '') return undefined
  if (first === '') {
    const suffix = Math.min(Number(last), byteLength)
    return suffix === 0 ? 'unsatisfiable' : { start: byteLength - suffix, end: byteLength }
  }
  const start = Number(first)
  if (last !== '' && Number(last) < start) return undefined
  if (start >= byteLength) return 'unsatisfiable'
  return { start, end: last === '' ? byteLength : Math.min(Number(last) + 1, byteLength) }
}

/** Returns the strong ETag of a file. Undefined for songs that never change. */
const tagOf = ({ version }: AudioSource): string | undefined =>
  version === undefined ? undefined : `"${version}"`

/** Returns whether a file has one of the versions in the header `If-Match` (RFC 9110, 13.1.1). */
export function satisfiesIfMatch(source: AudioSource, ifMatch: string | undefined): boolean {
  if (ifMatch === undefined) return true
  const etag = tagOf(source)
  return ifMatch.split(',').some((tag) => tag.trim() === '*' || tag.trim() === etag)
}

/**
 * Sends a song, or a range of it, as fast as the client reads. If the client disconnects, sending stops. If the file was
 * replaced meanwhile, the connection is closed, because the headers of the earlier file are already written.
 */
export async function sendAudio(
  request: IncomingMessage,
  response: ServerResponse,
  source: AudioSource,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  const { byteLength } = source
  const etag = tagOf(source)
  const condition = request.headers['if-range']
  // A client that has a part of another version needs the whole file (RFC 9110, 13.1.5).
  const isPart = condition === undefined || condition === etag
  const range = isPart ? parseRange(request.headers.range, byteLength) : undefined
  const common = {
    ...headers,
    'accept-ranges': 'bytes',
    'content-type': source.contentType,
    ...(etag !== undefined && { etag }),
  }
  if (range === 'unsatisfiable') {
    response
      .writeHead(416, { ...common, 'content-range': `bytes */${byteLength}`, 'content-length': '0' })
      .end()
    return
  }
  const { start, end } = range ?? { start: 0, end: byteLength }
  response.writeHead(range === undefined ? 200 : 206, {
    ...common,
    'content-length': String(end - start),
    ...(range === undefined ? {} : { 'content-range': `bytes ${start}-${end - 1}/${byteLength}` }),
  })
  if (request.method === 'HEAD') {
    response.end()
    return
  }
  try {
    await pipeline(
      Readable.from(source.read(start, end), { objectMode: false, highWaterMark: 64 * 1024 }),
      response,
    )
  } catch (error) {
    if (!response.destroyed) response.destroy()
    if (!isDisconnect(error) && !(error instanceof TemporaryError)) throw error
  }
}

/** Returns whether the client closed the connection, for example because the listener skipped the song. */
function isDisconnect(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return (
    code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ECONNRESET' || code === 'EPIPE' || code === 'ABORT_ERR'
  )
}
