import type { AnswerOf, Provider, Routes } from '@jointly/contract'
import type { Handle } from '../../platform/http/router.ts'

/** Registers the call that tells the app the streaming service and the features of this server. */
export function providerRoutes(
  handle: Handle,
  about: Omit<AnswerOf<Routes['provider']>, keyof Provider> & { description: Provider },
): void {
  const { description, ...server } = about
  handle('provider', () => ({ ...description, ...server }))
}
