import { isLoopback } from '@jointly/contract'
import { isIP } from 'node:net'

/**
 * Who can reach this server (O1): `this-machine` means only programs on this machine, `network` means everyone who
 * can connect to the port, and `proxied` means everyone whose requests the proxy forwards.
 */
export type Reach = {
  by: 'this-machine' | 'network' | 'proxied'
  /** One sentence for the operator about each setting that matters for `by`. */
  reasons: readonly string[]
}

/** The settings `HOST`, `PUBLIC_ORIGIN` (without a trailing slash) and `TRUST_PROXY`. Null means not set. */
export type ReachSettings = { host: string; publicOrigin: string | null; trustProxy: string | null }

/**
 * Decides who can reach the server (O1). Registration, metrics and the checks of request headers all use this
 * result, so that they never contradict each other.
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
 * Returns why a server with these settings does not start, and what to set (O1). Null if the server can start.
 */
export function reachProblem(settings: ReachSettings): string | null {
  const { by, reasons } = reachOf(settings)
  if (by !== 'proxied' || settings.publicOrigin !== null) return null
  return `${reasons.join(' ')} Set PUBLIC_ORIGIN to the address people open, for example PUBLIC_ORIGIN=https://music.example.org.`
}

/**
 * Returns whether a text is a valid `TRUST_PROXY`: addresses, ranges and names of ranges, separated by commas.
 */
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
