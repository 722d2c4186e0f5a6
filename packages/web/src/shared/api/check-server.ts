import { HEALTH_PATH } from '@jointly/contract/addresses'
import { setReachable } from '../browser/connection/online.ts'

/**
 * Asks the server whether it answers again (E3). The function needs no code that is loaded on demand, because no file
 * can be loaded while the server does not answer.
 */
export async function checkServer(): Promise<void> {
  try {
    await fetch(HEALTH_PATH)
    setReachable(true)
  } catch {
    // The server still does not answer, so nothing changes.
  }
}
