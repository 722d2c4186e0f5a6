/**
 * Whether passkeys can be used. `address` means not at the address of this page, and `browser` not in this
 * browser.
 */
export type PasskeySupport = 'ready' | 'address' | 'browser'

/**
 * Checks whether passkeys can be used. Browsers allow passkeys only on host names, and only over https or on
 * this machine.
 */
export function passkeySupport(): PasskeySupport {
  const isAddress = /^(\[.*\]|[\d.]+)$/.test(location.hostname)
  if (isAddress || !window.isSecureContext) return 'address'
  return 'PublicKeyCredential' in window ? 'ready' : 'browser'
}

/**
 * Returns whether passkeys for this name can be used on this page. @param rpId null when the server has no name
 * for passkeys
 */
export function isPasskeyHost(rpId: string | null): boolean {
  return rpId !== null && (location.hostname === rpId || location.hostname.endsWith(`.${rpId}`))
}
