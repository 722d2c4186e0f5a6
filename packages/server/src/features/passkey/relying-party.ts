import { isIP } from 'node:net'

/** For whom passkeys are made: the name they belong to, and the one origin from which they are used. */
export type RelyingParty = { id: string; origin: string }

/**
 * Whose passkeys these are (A12); null where browsers allow none: at IP addresses, and without https.
 *
 * @param publicOrigin the origin people open; null where none is set
 * @param origin where the client reached us. It counts without a public origin only, and only for this machine: any
 *   other name would be what the client says it is
 */
export function relyingPartyOf(publicOrigin: string | null, origin: string): RelyingParty | null {
  const url = URL.parse(publicOrigin ?? origin)
  if (!url) return null
  const party = { id: url.hostname, origin: url.origin }
  if (url.hostname === 'localhost' || url.hostname.endsWith('.localhost')) return party
  if (publicOrigin === null || url.protocol !== 'https:') return null
  return isIP(url.hostname.replace(/^\[(.*)\]$/, '$1')) === 0 ? party : null
}
