import type { FailedAnswer } from './error-text.ts'

/** Loads the calls of the server and the check of the answers. The first screens are drawn without them. */
export const loadCalls = () => import('./call.ts')

/** The answer to a call whose code could not be loaded. */
export const notReached: FailedAnswer = {
  ok: false,
  status: 0,
  retryAfterSec: null,
  error: { code: 'network', message: '' },
}
