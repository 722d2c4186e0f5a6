import { isLoopback } from '@jointly/contract'

/**
 * Returns the origin for links that people send to others.
 * @param requestOrigin the origin that the sender's browser uses
 */
export type LinkOrigin = (requestOrigin: string) => string

/**
 * Creates the function that chooses the origin of links: the public origin if it is configured, otherwise the origin
 * that the sender's browser uses. Because `localhost` works only on this machine, it is replaced by the address in
 * the home network (J8).
 * @param publicOrigin null if it is not configured
 * @param homeOrigin returns the address for others in the home network; null without `--lan`
 */
export function createLinkOrigin(publicOrigin: string | null, homeOrigin: () => string | null): LinkOrigin {
  return (requestOrigin) => {
    if (publicOrigin !== null) return publicOrigin
    const hostname = URL.parse(requestOrigin)?.hostname ?? ''
    return (isLoopback(hostname) ? homeOrigin() : null) ?? requestOrigin
  }
}
