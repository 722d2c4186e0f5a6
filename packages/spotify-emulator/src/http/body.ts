import type { IncomingMessage } from 'node:http'

/** The largest body of each kind, in bytes. */
export const bodyLimits = {
  /** 800 addresses of songs. */
  api: 64 * 1024,
  /** A code and 20 refresh tokens. */
  token: 8 * 1024,
  /** The form of the consent page. */
  form: 8 * 1024,
} as const

/** Reads the body of a request as UTF-8 text; null when it has more than `maxBytes`. */
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
  // The connection reads the next request only after the whole body.
  request.resume()
  return null
}

/** The parsed JSON; undefined when it is malformed. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
