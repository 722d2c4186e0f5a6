import type { AnswerOf, Provider, Routes } from '@jointly/contract'
import type { LinkOrigin } from '../../platform/http/link-origin.ts'
import type { Handle } from '../../platform/http/router.ts'

/** Registers the route that names the streaming service and the features of this server. */
export function providerRoutes(
  handle: Handle,
  about: Omit<AnswerOf<Routes['provider']>, keyof Provider | 'linkOrigin'> & {
    description: Provider
    linkOrigin: LinkOrigin
  },
): void {
  const { description, linkOrigin, ...server } = about
  handle('provider', ({ origin }) => ({ ...description, ...server, linkOrigin: linkOrigin(origin) }))
}
