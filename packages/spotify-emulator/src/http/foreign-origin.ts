import type { IncomingMessage } from 'node:http'
import type { RequestTarget } from './request-target.ts'

/**
 * The paths that pages of every origin may call, as at Spotify. Each of them needs a bearer token, a client secret or a
 * signed address, or answers the same to everyone.
 */
const openPaths = /^\/(api|accounts\/api|audio|pictures|sdk)\//

/**
 * Returns whether a page of another origin sent the request, and may not call its path (O3). The public origin and the
 * address that was called are the own origins. Programs send no `Origin`.
 * @param target the target, whose origin is the public one
 */
export function isForbiddenOrigin(
  { headers }: IncomingMessage,
  { path, origin: own }: RequestTarget,
): boolean {
  const { origin, host } = headers
  if (origin === undefined || origin === own || openPaths.test(path)) return false
  // The protocol is not compared, because a proxy may use https to the browser and http to the provider.
  return origin !== `http://${host}` && origin !== `https://${host}`
}
