/**
 * Whether passkeys can be used. `address`: not at the address of this page. `browser`: not in this browser.
 */
export type PasskeySupport = 'ready' | 'address' | 'browser'

/**
 * Checks whether passkeys can be used. Browsers allow them only on host names, and only over https or on this
 * machine.
 */
export function passkeySupport(): PasskeySupport {
  const isAddress = /^(\[.*\]|[\d.]+)$/.test(location.hostname)
  if (isAddress || !window.isSecureContext) return 'address'
  return 'PublicKeyCredential' in window ? 'ready' : 'browser'
}

/** Whether passkeys for this name work on this page. @param rpId null when the server has no name for passkeys */
export function isPasskeyHost(rpId: string | null): boolean {
  return rpId !== null && (location.hostname === rpId || location.hostname.endsWith(`.${rpId}`))
}
