import {
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  WebAuthnAbortService,
} from '@simplewebauthn/browser'
import type { Answer, LoginAnswer } from '@jointly/contract'
import { call } from '../../shared/api/call.ts'
import { storeLogin } from './log-in.ts'

/**
 * Logs in with a passkey that the person chooses in the browser (A12).
 * @param isOffered if given, the passkeys are listed at the name field instead of in a dialog. It is called shortly
 * before, and the list is not shown if it returns false.
 * @returns null when the person chose no passkey, or the browser cannot list them
 */
export async function logInByPasskey(isOffered?: () => boolean): Promise<Answer<LoginAnswer> | null> {
  if (isOffered && !(await browserSupportsWebAuthnAutofill())) return null
  const options = await call('passkeyLoginOptions')
  if (!options.ok) return options
  // A new request ends the running one. So the list of the name field must not be requested while a dialog is open.
  if (isOffered && !isOffered()) return null
  try {
    const credential = await startAuthentication({
      optionsJSON: options.value,
      useBrowserAutofill: isOffered !== undefined,
    })
    const { userHandle = '', ...response } = credential.response
    const body = {
      credential: { ...credential, clientExtensionResults: {}, response: { ...response, userHandle } },
    }
    return storeLogin(await call('passkeyLogin', { body }))
  } catch (error) {
    console.info('no passkey was used', error)
    return null
  }
}

/** Hides the browser's list of passkeys at the name field. */
export const stopOffering = (): void => WebAuthnAbortService.cancelCeremony()
