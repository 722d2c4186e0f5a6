import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { isLoopback, type Reach } from '../security/reach.ts'
import { type Refused, refuse } from '../refusal.ts'

export type PerimeterOptions = {
  reach: Reach
  /** Without a slash at its end; null: not set. */
  publicOrigin: string | null
  /** Addresses that pages of every origin may call, by their start (O3). */
  openToPages: RegExp
  /** Gets the sign of each request that was refused because it came through a proxy (O2). */
  tellProxied(sign: string): void
}

/** Says why a request may not come in, before anything else looks at it; null lets it in. */
export type Perimeter = (request: Pick<IncomingMessage, 'headers' | 'httpVersion' | 'url'>) => Refused | null

/** Headers that only a proxy sends; `x-forwarded-…` is known by its start. */
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

const strangeHost = refuse('forbidden', {
  message: 'This server does not know the name by which it was called. Its operator can set PUBLIC_ORIGIN.',
})
const proxied = refuse('forbidden', {
  message:
    'This request came through a proxy, but this server is set up for its own machine alone. Its operator has to set PUBLIC_ORIGIN to the address people open, and TRUST_PROXY to the proxy.',
})
const foreignOrigin = refuse('forbidden', {
  message:
    'Pages of another address may not call this server. If this is its address, its operator has to set PUBLIC_ORIGIN to it.',
})

/**
 * The checks at the door, by the one decision who can reach the server (O1):
 * a server for this machine alone answers to the names of this machine only, or a page could let its own name lead here
 * (DNS rebinding), and refuses what came through a proxy (O2); every server refuses pages of foreign origins (O3).
 */
export function createPerimeter({
  reach,
  publicOrigin,
  openToPages,
  tellProxied,
}: PerimeterOptions): Perimeter {
  const isOwnHost = reach.by === 'this-machine' ? createHostCheck(publicOrigin) : () => true
  return (request) => {
    const { headers } = request
    if (reach.by === 'this-machine') {
      const sign = proxySignOf(request)
      if (sign !== null) {
        tellProxied(sign)
        return proxied
      }
    }
    if (!isOwnHost(headers.host)) return strangeHost
    // A browser opens a WebSocket to every address: CORS is not for these.
    const isOpen = headers.upgrade === undefined && openToPages.test(request.url ?? '')
    return !isOpen && isForeign(headers, publicOrigin) ? foreignOrigin : null
  }
}

/** What shows that a request came through a proxy: a header's name, or the old HTTP that proxies speak; null: nothing. */
function proxySignOf({ headers, httpVersion }: Parameters<Perimeter>[0]): string | null {
  if (httpVersion === '1.0') return 'HTTP/1.0'
  for (const name of PROXY_HEADERS) if (headers[name] !== undefined) return name
  for (const name in headers) if (name.startsWith('x-forwarded-')) return name
  return null
}

/** Whether the page that sends this is of another origin than the one it calls. Programs send no `Origin`. */
function isForeign({ origin, host }: IncomingHttpHeaders, publicOrigin: string | null): boolean {
  if (origin === undefined || origin === publicOrigin) return false
  // A proxy that speaks https to the browser speaks http to us.
  return host === undefined || (origin !== `http://${host}` && origin !== `https://${host}`)
}

function createHostCheck(publicOrigin: string | null): (header: string | undefined) => boolean {
  const publicName = publicOrigin && new URL(publicOrigin).hostname
  const isOwn = (header: string): boolean => {
    const name = URL.parse(`http://${header}`)?.hostname ?? ''
    return name === publicName || isLoopback(name) || name.endsWith('.localhost')
  }
  /** Almost all requests come by the same name. */
  let last = { header: '', isOwn: false }
  return (header) => {
    // Browsers always send it.
    if (header === undefined) return true
    if (header !== last.header) last = { header, isOwn: isOwn(header) }
    return last.isOwn
  }
}
