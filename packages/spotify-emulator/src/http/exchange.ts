import type { IncomingMessage } from 'node:http'

/** Where a request points, below the provider's base path, and the provider's address as its sender sees it. */
export type Place = {
  readonly path: string
  readonly query: URLSearchParams
  /** `scheme://host[:port]` */
  readonly origin: string
}

/**
 * Reads a request's target. Undefined when it lies outside of the base path or its `Host` is no host. Without a
 * configured origin the address in the `Host` header is the right one: whoever asks under a LAN address gets LAN
 * addresses back.
 */
export function placeOf(
  request: IncomingMessage,
  basePath: string,
  publicOrigin: string | undefined,
): Place | undefined {
  const scheme = 'encrypted' in request.socket ? 'https' : 'http'
  const origin = publicOrigin ?? `${scheme}://${request.headers.host ?? ''}`
  const target = request.url ?? '/'
  if (!target.startsWith('/') || !URL.canParse(origin)) return undefined
  const [pathname = '', search = ''] = split(target, '?')
  if (pathname !== basePath && !pathname.startsWith(`${basePath}/`)) return undefined
  return {
    path: pathname.slice(basePath.length) || '/',
    query: new URLSearchParams(search),
    origin: new URL(origin).origin,
  }
}

function split(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}
