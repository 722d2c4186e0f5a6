import { isLoopback } from '@jointly/contract'

/**
 * Returns the origin for links that people send to others.
 * @param requestOrigin the origin that the sender's browser uses
 */
export type LinkOrigin = (requestOrigin: string) => string

/**
 * Creates the function for the origin of links: the public origin, otherwise the address that the sender uses.
 * If only this machine can open the sender's address, the address in the home network is used (J8).
 * @param publicOrigin null if none is set
 * @param homeOrigin returns the address for others in the home network; null without `--lan`
 */
export function createLinkOrigin(publicOrigin: string | null, homeOrigin: () => string | null): LinkOrigin {
  return (requestOrigin) => {
    if (publicOrigin !== null) return publicOrigin
    const hostname = URL.parse(requestOrigin)?.hostname ?? ''
    return (isLoopback(hostname) ? homeOrigin() : null) ?? requestOrigin
  }
}
