import { startRegistration, WebAuthnError } from '@simplewebauthn/browser'
import type { NewCredential, NewCredentialOptions } from '@jointly/contract'

/**
 * The reason why no passkey was created. `known`: this device already has a passkey of the person. `none`: the
 * person cancelled, or the browser or the device could not create a passkey.
 */
export type PasskeyFailure = 'known' | 'none'

/** Lets the browser create a passkey. Returns the reason if no passkey was created. */
export async function makePasskey(options: NewCredentialOptions): Promise<NewCredential | PasskeyFailure> {
  try {
    const credential = await startRegistration({ optionsJSON: options })
    return { ...credential, clientExtensionResults: {} }
  } catch (error) {
    console.info('no passkey was made', error)
    const isKnown =
      error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'
    return isKnown ? 'known' : 'none'
  }
}
