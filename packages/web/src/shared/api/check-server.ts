import { HEALTH_PATH } from '@jointly/contract/addresses'
import { setReachable } from '../browser/online.ts'

/**
 * Checks whether the server answers again (E3). No other code is loaded for this, because files cannot be
 * loaded while the server is away.
 */
export async function checkServer(): Promise<void> {
  try {
    await fetch(HEALTH_PATH)
    setReachable(true)
  } catch {
    // The server is still away.
  }
}
