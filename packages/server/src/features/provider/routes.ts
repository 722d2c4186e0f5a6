import type { Provider } from '@jointly/contract'
import type { Handle } from '../../http/handle.ts'

/** Where the streaming service is and what it allows, and whether registration is open. */
export function providerRoutes(
  handle: Handle,
  about: { description: Provider; registration: 'open' | 'ticket' },
): void {
  handle('provider', () => ({ ...about.description, registration: about.registration }))
}
