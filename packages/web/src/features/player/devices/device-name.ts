import { systemName } from '@jointly/domain'

/**
 * Returns the name of this page in the list of the person's devices, such as `Jointly (Android)` (P9). The system
 * shows which one is the phone and which one is the computer.
 */
export function deviceName(userAgent: string): string {
  const system = systemName(userAgent)
  return system === null ? 'Jointly' : `Jointly (${system})`
}
