import type { FailedAnswer } from './error-text.ts'

/**
 * Loads the code that makes API calls and checks the answers. The first screens are drawn before this code is loaded.
 */
export const loadCalls = () => import('./call.ts')

/** The answer to a call whose code could not be loaded. */
export const notReached: FailedAnswer = {
  ok: false,
  status: 0,
  retryAfterSec: null,
  error: { code: 'network', message: '' },
}
