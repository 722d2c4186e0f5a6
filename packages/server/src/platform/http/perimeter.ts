import { isLoopback } from '@jointly/contract'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Reach } from '../security/reach.ts'
import { type Refusal, refuse } from '../refusal.ts'

export type PerimeterOptions = {
  reach: Reach
  /** The public origin without a trailing slash. Null if not set. */
  publicOrigin: string | null
  /** Matches the URLs that pages of all origins may call (O3). */
  corsOpenPaths: RegExp
  /**
   * Is called for each request that is refused because it came through a proxy (O2).
   * @param sign the name of the header that shows the proxy, or `HTTP/1.0`
   */
  onProxied(sign: string): void
  /** Is called for each request that is refused because of its host name or its origin (O1, O3). */
  onForeign(reason: 'unknown-host' | 'foreign-origin'): void
}

/**
 * Checks a request before any other code.
 * @returns the refusal, or null
 */
export type Perimeter = (
  request: Pick<IncomingMessage, 'headers' | 'httpVersion' | 'rawHeaders' | 'url'>,
) => Refusal | null

/** A host name or an IP address, with an optional port. Browsers send other alphabets as Punycode. */
const HOST = /^(?:\[[\da-f:.]+\]|[\w.-]+)(?::\d{0,5})?$/i

/** Headers that only a proxy sends. `detectProxy` also checks all names that start with `x-forwarded-`. */
const PROXY_HEADERS = [
  'forwarded',
  'via',
  'x-real-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'true-client-ip',
  'cf-connecting-ip',
  'cdn-loop',
  'fastly-client-ip',
  'fly-client-ip',
  'x-amzn-trace-id',
  'x-arr-log-id',
  'x-envoy-external-address',
  'x-nginx-proxy',
  'x-original-forwarded-for',
  'x-scheme',
  'x-varnish',
] as const

const malformedRefusal = refuse('malformed')
const hostRefusal = refuse('forbidden', {
  message: 'This server does not know the name by which it was called. Its operator can set PUBLIC_ORIGIN.',
})
const proxyRefusal = refuse('forbidden', {
  message:
    'This request came through a proxy, but this server is set up for its own machine alone. Its operator has to set PUBLIC_ORIGIN to the address people open, and TRUST_PROXY to the proxy.',
})
const originRefusal = refuse('forbidden', {
  message:
    'Pages of another address may not call this server. If this is its address, its operator has to set PUBLIC_ORIGIN to it.',
})

/**
 * Creates the checks of every request. Every server refuses requests that do not name one server (O11). A server for
 * its own machine accepts only host names of that machine, because of DNS rebinding (O1), and refuses requests from a
 * proxy (O2). Every server refuses requests from pages of other origins (O3).
 */
export function createPerimeter({
  reach,
  publicOrigin,
  corsOpenPaths,
  onProxied,
  onForeign,
}: PerimeterOptions): Perimeter {
  const isValid = createHostCheck((host) => HOST.test(host) && URL.canParse(`http://${host}`))
  const isOwnHost = reach.by === 'this-machine' ? createHostCheck(isNameOf(publicOrigin)) : () => true
  return (request) => {
    const { headers } = request
    if (hasTwice(request.rawHeaders) || !isValid(headers.host)) return malformedRefusal
    if (reach.by === 'this-machine') {
      const sign = detectProxy(request)
      if (sign !== null) {
        onProxied(sign)
        return proxyRefusal
      }
    }
    if (!isOwnHost(headers.host)) {
      onForeign('unknown-host')
      return hostRefusal
    }
    // CORS does not limit WebSockets: a page may open one to any server. So foreign pages may never open one here.
    const isOpen = headers.upgrade === undefined && corsOpenPaths.test(request.url ?? '')
    if (isOpen || !isForeignOrigin(headers, publicOrigin)) return null
    onForeign('foreign-origin')
    return originRefusal
  }
}

/**
 * Returns why a request seems to come through a proxy: the name of a header, or `HTTP/1.0`, which only proxies use.
 * Null if the request does not seem to come through a proxy.
 */
function detectProxy({ headers, httpVersion }: Parameters<Perimeter>[0]): string | null {
  if (httpVersion === '1.0') return 'HTTP/1.0'
  for (const name of PROXY_HEADERS) if (headers[name] !== undefined) return name
  for (const name in headers) if (name.startsWith('x-forwarded-')) return name
  return null
}

/**
 * Returns whether the request comes from a web page of another origin. Programs send no `Origin`, so the result for
 * them is false.
 */
function isForeignOrigin({ origin, host }: IncomingHttpHeaders, publicOrigin: string | null): boolean {
  if (origin === undefined || origin === publicOrigin) return false
  // The protocol is not compared, because a proxy may use https to the browser and http to this server.
  return host === undefined || (origin !== `http://${host}` && origin !== `https://${host}`)
}

/**
 * Returns whether the headers contain two `Host` or two `Origin`. Node uses the first of them, but a proxy may use the
 * last one. So its decision about the request would be about another name (O11).
 * @param rawHeaders names and values in turn
 */
function hasTwice(rawHeaders: readonly string[]): boolean {
  let hosts = 0
  let origins = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    // The length is compared first, because this takes less CPU.
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1
    if (name.length === 6 && name.toLowerCase() === 'origin') origins += 1
  }
  return hosts > 1 || origins > 1
}

/**
 * Returns a function that says whether a `Host` header has a name of this machine or of the public origin. It stops a
 * page of somebody else that reaches this server under a host name of its own (DNS rebinding).
 */
function isNameOf(publicOrigin: string | null): (header: string) => boolean {
  const publicName = publicOrigin && new URL(publicOrigin).hostname
  return (header) => {
    const name = URL.parse(`http://${header}`)?.hostname ?? ''
    return name === publicName || isLoopback(name) || name.endsWith('.localhost')
  }
}

/** Returns a check of the `Host` header: true if a request with this header may go on. */
function createHostCheck(check: (header: string) => boolean): (header: string | undefined) => boolean {
  /**
   * The last `Host` header and the result of its check. Almost all requests have the same header, so most checks are
   * skipped.
   */
  let last = { header: '', mayGoOn: false }
  return (header) => {
    // Browsers always send `Host`, so a request without it does not come from a page.
    if (header === undefined) return true
    if (header !== last.header) last = { header, mayGoOn: check(header) }
    return last.mayGoOn
  }
}
