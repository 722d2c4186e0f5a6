import { type Config, isLoopback } from '../config.ts'

/**
 * Tells requests for us from those that a page elsewhere sends here by letting its own name lead to this machine (DNS
 * rebinding). A server for this machine only answers to the names of this machine, and to its public one.
 *
 * @returns whether we are meant by a `Host` header; every name is ours on a server that listens to the network or
 *   stands behind a proxy
 */
export function ownHosts({
  host,
  publicOrigin,
  trustProxy,
}: Pick<Config, 'host' | 'publicOrigin' | 'trustProxy'>): (header: string | undefined) => boolean {
  if (!isLoopback(host) || trustProxy !== null) return () => true
  const publicName = publicOrigin && new URL(publicOrigin).hostname
  /** Almost all requests come by the same name. */
  let last = { header: '', isOwn: false }
  return (header) => {
    // Browsers always send it.
    if (header === undefined) return true
    if (header !== last.header) last = { header, isOwn: isOwn(header) }
    return last.isOwn
  }

  function isOwn(header: string): boolean {
    const name = URL.parse(`http://${header}`)?.hostname ?? ''
    return name === publicName || isLoopback(name) || name.endsWith('.localhost')
  }
}
