import { isIP } from 'node:net'

/**
 * Who can reach this server (O1). `this-machine`: programs of this machine alone. `network`: everybody who can open the port.
 * `proxied`: everybody whom the proxy in front of it lets through.
 */
export type Reach = {
  by: 'this-machine' | 'network' | 'proxied'
  /** Why, one plain sentence for each setting that decided it, for an operator to read. */
  reasons: readonly string[]
}

/** `HOST`, `PUBLIC_ORIGIN` (an origin without a slash at its end) and `TRUST_PROXY`; null: not set. */
export type ReachSettings = { host: string; publicOrigin: string | null; trustProxy: string | null }

/**
 * The one decision who can reach the server. Registration, the metrics, and the checks of `Host`, `Origin` and proxy
 * headers follow it; nothing else draws conclusions from these three settings.
 */
export function reachOf({ host, publicOrigin, trustProxy }: ReachSettings): Reach {
  const isPublicHere = publicOrigin === null || isLoopback(new URL(publicOrigin).hostname)
  const proxySigns = [
    trustProxy !== null && `TRUST_PROXY is ${trustProxy}, so a proxy is in front.`,
    publicOrigin?.startsWith('https:') &&
      `PUBLIC_ORIGIN is ${publicOrigin}, and this server speaks no https itself, so a proxy is in front.`,
    isLoopback(host) &&
      !isPublicHere &&
      `PUBLIC_ORIGIN is ${publicOrigin}, but HOST is ${host}, so only a proxy on this machine can serve it.`,
  ].filter((reason) => typeof reason === 'string')
  if (proxySigns.length > 0) return { by: 'proxied', reasons: proxySigns }
  if (!isLoopback(host))
    return { by: 'network', reasons: [`HOST is ${host}, so other machines can open the port.`] }
  return {
    by: 'this-machine',
    reasons: [`HOST is ${host}, and neither PUBLIC_ORIGIN nor TRUST_PROXY says that a proxy is in front.`],
  }
}

/**
 * What keeps a server with these settings from starting, with what to set (O1).
 *
 * @returns null where nothing does
 */
export function reachProblem(settings: ReachSettings): string | null {
  const { by, reasons } = reachOf(settings)
  if (by !== 'proxied' || settings.publicOrigin !== null) return null
  return `${reasons.join(' ')} Set PUBLIC_ORIGIN to the address people open, for example PUBLIC_ORIGIN=https://music.example.org.`
}

/** Whether a host name or address reaches this machine only. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host)
}

/** Whether a text is a list of proxies as `TRUST_PROXY` takes it: addresses, ranges and names of ranges, by commas. */
export function isProxyList(text: string): boolean {
  return text.split(',').every((entry) => {
    const [address = '', prefix, ...rest] = entry.trim().split('/')
    if (/^(loopback|linklocal|uniquelocal)$/.test(address)) return prefix === undefined
    const bits = isIP(address) === 4 ? 32 : 128
    return (
      isIP(address) !== 0 &&
      rest.length === 0 &&
      (prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits))
    )
  })
}
