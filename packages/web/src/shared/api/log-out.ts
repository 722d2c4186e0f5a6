import { after } from '../browser/timers.ts'
import { call } from './call.ts'
import { whileEndingLogin } from './login-ended.ts'

/** The longest wait for the server after a press on a button that logs out, in milliseconds. */
export const LOG_OUT_WAIT_MS = 3_000

/**
 * Ends this login on the server. It resolves after three seconds at the latest, so that the person's data can be removed
 * from the device also if the server does not answer (A2). The call may still reach the server later.
 */
export const endLoginOnServer = (): Promise<unknown> =>
  whileEndingLogin(() =>
    Promise.race([call('logout'), new Promise<void>((resolve) => after(LOG_OUT_WAIT_MS, resolve))]),
  )
