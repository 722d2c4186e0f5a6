import type { Provider } from '@jointly/contract'
import type { Handle } from '../../platform/http/handle.ts'

/** Where the streaming service is and what it allows, whether registration is open and mail is sent. */
export function providerRoutes(
  handle: Handle,
  about: { description: Provider; registration: 'open' | 'ticket'; resetMail: boolean },
): void {
  const { description, registration, resetMail } = about
  handle('provider', () => ({ ...description, registration, resetMail }))
}
