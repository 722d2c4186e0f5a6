import { startRegistration, WebAuthnError } from '@simplewebauthn/browser'
import type { NewCredential, NewCredentialOptions } from '@jointly/contract'

/**
 * The reason why no passkey was made. `known`: this device already has one of the person. `none`: the person
 * or the device refused.
 */
export type PasskeyFailure = 'known' | 'none'

/** Lets the browser create a passkey. */
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
