import type { IncomingMessage } from 'node:http'

/**
 * The target of a request: the path after the base path, the query, and the origin under which the caller reaches
 * the provider.
 */
export type RequestTarget = {
  readonly path: string
  readonly query: URLSearchParams
  /** The origin as `scheme://host[:port]`. */
  readonly origin: string
}

/**
 * Reads the target of a request. If no origin is configured, the `Host` header gives the origin. So a caller in the
 * home network gets addresses that work in its network.
 * @returns undefined when the path is outside the base path or `Host` is invalid
 */
export function parseRequestTarget(
  request: IncomingMessage,
  basePath: string,
  publicOrigin: string | undefined,
): RequestTarget | undefined {
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
