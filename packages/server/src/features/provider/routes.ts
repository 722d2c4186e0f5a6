import type { Provider } from '@jointly/contract'
import type { Handle } from '../../platform/http/handle.ts'

/** Registers the call that describes the streaming service, registration and mail to the app. */
export function providerRoutes(
  handle: Handle,
  about: { description: Provider; registration: 'open' | 'ticket'; resetMail: boolean },
): void {
  const { description, registration, resetMail } = about
  handle('provider', () => ({ ...description, registration, resetMail }))
}
