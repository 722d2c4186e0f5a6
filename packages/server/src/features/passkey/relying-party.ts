import { isIP } from 'node:net'

/** The relying party of WebAuthn: the host name of the passkeys, and the origin where they are used. */
export type RelyingParty = { id: string; origin: string }

/**
 * Returns the relying party of this server (A12). Returns null for IP addresses and without https, because browsers
 * allow no passkeys there.
 * @param publicOrigin the configured address that users open; null if none is set
 * @param origin of the request; without a public origin, only a localhost origin is used, because the client chooses
 * this header
 */
export function relyingPartyOf(publicOrigin: string | null, origin: string): RelyingParty | null {
  const url = URL.parse(publicOrigin ?? origin)
  if (!url) return null
  const party = { id: url.hostname, origin: url.origin }
  if (url.hostname === 'localhost' || url.hostname.endsWith('.localhost')) return party
  if (publicOrigin === null || url.protocol !== 'https:') return null
  return isIP(url.hostname.replace(/^\[(.*)\]$/, '$1')) === 0 ? party : null
}
