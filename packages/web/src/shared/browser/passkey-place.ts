/** Whether passkeys can be used here: `address` means not at this address, `browser` not in this browser (A12). */
export type PasskeyPlace = 'ready' | 'address' | 'browser'

/** Browsers allow passkeys at names only, over https or on this machine. */
export function passkeyPlace(): PasskeyPlace {
  const isAddress = /^(\[.*\]|[\d.]+)$/.test(location.hostname)
  if (isAddress || !window.isSecureContext) return 'address'
  return 'PublicKeyCredential' in window ? 'ready' : 'browser'
}

/** Whether passkeys of this name work on this page. @param rpId null: the server has none */
export function passkeysAreForHere(rpId: string | null): boolean {
  return rpId !== null && (location.hostname === rpId || location.hostname.endsWith(`.${rpId}`))
}
