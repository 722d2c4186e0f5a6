/**
 * Whether passkeys can be used. `address`: they cannot be used at the address of this page. `browser`: this browser
 * does not support them.
 */
export type PasskeySupport = 'ready' | 'address' | 'browser'

/**
 * Checks whether passkeys can be used. Browsers allow passkeys only if the address has a host name, and only over
 * https or on localhost.
 */
export function passkeySupport(): PasskeySupport {
  const isAddress = /^(\[.*\]|[\d.]+)$/.test(location.hostname)
  if (isAddress || !window.isSecureContext) return 'address'
  return 'PublicKeyCredential' in window ? 'ready' : 'browser'
}

/**
 * Returns whether this page can use passkeys for a host name. @param rpId the host name of the server's passkeys;
 * null if the server offers none
 */
export function isPasskeyHost(rpId: string | null): boolean {
  return rpId !== null && (location.hostname === rpId || location.hostname.endsWith(`.${rpId}`))
}
