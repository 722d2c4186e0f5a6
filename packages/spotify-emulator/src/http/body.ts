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
  for await (const chunk of request as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** The parsed JSON; undefined when it is malformed. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
