import type { IncomingMessage } from 'node:http'

/** The maximum length of a request body in bytes, by endpoint. */
export const bodyLimits = {
  /** The limit of the Web API in bytes, which is enough for a playlist of 800 song URIs. */
  api: 64 * 1024,
  /** The limit of the token endpoint in bytes, which is enough for a code and 20 refresh tokens. */
  token: 8 * 1024,
  /** The limit of the form of the consent page, in bytes. */
  form: 8 * 1024,
} as const

/** Reads the body of a request as UTF-8 text. Null when the body has more than `maxBytes`. */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<string | null> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  const reading: AsyncIterable<Uint8Array> = request.iterator({ destroyOnReturn: false })
  for await (const chunk of reading) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) break
    chunks.push(chunk)
  }
  if (bytes <= maxBytes) return Buffer.concat(chunks).toString('utf8')
  // The rest of the body is read and dropped, because the next request on the same connection comes after it.
  request.resume()
  return null
}

/** Parses JSON. Undefined if the text is invalid. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
