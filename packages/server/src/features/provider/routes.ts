import type { AnswerOf, Provider, Routes } from '@jointly/contract'
import type { Handle } from '../../platform/http/router.ts'

/** Registers the call that describes the streaming service, and what this server offers, to the app. */
export function providerRoutes(
  handle: Handle,
  about: Omit<AnswerOf<Routes['provider']>, keyof Provider> & { description: Provider },
): void {
  const { description, ...server } = about
  handle('provider', () => ({ ...description, ...server }))
}
