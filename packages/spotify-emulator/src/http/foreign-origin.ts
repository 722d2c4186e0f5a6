import type { IncomingMessage } from 'node:http'
import { openPaths } from './open-paths.ts'
import type { RequestTarget } from './request-target.ts'

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
  if (origin === undefined || origin === own || openPaths.some((open) => path.startsWith(open))) return false
  // The protocol is not compared, because a proxy may use https to the browser and http to the provider.
  return origin !== `http://${host}` && origin !== `https://${host}`
}
