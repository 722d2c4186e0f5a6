import type { IncomingMessage } from 'node:http'

/** No call of this provider needs more. */
const maxBodyBytes = 64 * 1024

export type Body =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly reason: 'too-large' }

/**
 * Reads a request's body as UTF-8 text, at most 64 KiB. A host that has already parsed the body (none of ours
 * does) leaves nothing to read: the text is then empty.
 */
export async function readBody(request: IncomingMessage): Promise<Body> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const piece of request as AsyncIterable<unknown>) {
    if (!(piece instanceof Uint8Array)) continue
    bytes += piece.byteLength
    if (bytes > maxBodyBytes) return { ok: false, reason: 'too-large' }
    chunks.push(piece)
  }
  return { ok: true, text: Buffer.concat(chunks).toString('utf8') }
}
