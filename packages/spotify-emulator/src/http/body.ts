import type { IncomingMessage } from 'node:http'

/** The most that a body of each kind may have, in bytes. */
export const bodyLimits = {
  /** 800 addresses of songs. */
  api: 64 * 1024,
  /** A code and 20 refresh tokens. */
  token: 8 * 1024,
  /** The form of the consent page, with the request that it answers. */
  form: 8 * 1024,
} as const

export type Body =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly reason: 'too-large' }

/**
 * Reads a request's body as UTF-8 text. A host that has already parsed the body (none of ours
 * does) leaves nothing to read: the text is then empty.
 */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Body> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const piece of request as AsyncIterable<unknown>) {
    if (!(piece instanceof Uint8Array)) continue
    bytes += piece.byteLength
    if (bytes > maxBytes) return { ok: false, reason: 'too-large' }
    chunks.push(piece)
  }
  return { ok: true, text: Buffer.concat(chunks).toString('utf8') }
}
