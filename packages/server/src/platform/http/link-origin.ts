import { isLoopback } from '../security/reach.ts'

/**
 * The origin for links that people send to others.
 *
 * @param requestOrigin the origin that the sender's browser uses
 */
export type LinkOrigin = (requestOrigin: string) => string

/**
 * Creates the function for the origin of links. The public origin is used if it is set. Otherwise it is the
 * address that the sender uses. If only this machine knows that address, it is the one in the home network
 * (J8).
 *
 * @param publicOrigin null if none is set
 * @param homeOrigin the address for others in the home network; null without `--lan`
 */
export function createLinkOrigin(publicOrigin: string | null, homeOrigin: () => string | null): LinkOrigin {
  return (requestOrigin) => {
    if (publicOrigin !== null) return publicOrigin
    const hostname = URL.parse(requestOrigin)?.hostname ?? ''
    return (isLoopback(hostname) ? homeOrigin() : null) ?? requestOrigin
  }
}
