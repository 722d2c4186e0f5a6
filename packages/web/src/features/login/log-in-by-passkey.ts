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
 * @param isOffered if given, the browser lists the passkeys at the name field instead of in a dialog. `isOffered` is
 * called just before the browser lists them; if it returns false, nothing is listed.
 * @returns null if the person chose no passkey, or if the browser could not list passkeys
 */
export async function logInByPasskey(isOffered?: () => boolean): Promise<Answer<LoginAnswer> | null> {
  if (isOffered && !(await browserSupportsWebAuthnAutofill())) return null
  const options = await call('passkeyLoginOptions')
  if (!options.ok) return options
  // A new request would cancel a running request. So the list at the name field is not requested while a dialog is
  // open.
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
