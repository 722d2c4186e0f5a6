import type { NewCredential, UsedCredential } from '@jointly/contract'
import * as z from 'zod/mini'
import { parseJson } from '../../platform/parse-json.ts'
import type { RelyingParty } from './relying-party.ts'
import type { StoredPasskey } from './store.ts'

/** The accepted signature algorithms: EdDSA, ES256 and RS256, as COSE numbers. */
export const ALGORITHMS = [-8, -7, -257]

/** What the browser signed. Pages in a frame of another site are refused: people may not see what they confirm there. */
const ClientData = z.object({ challenge: z.string(), crossOrigin: z.optional(z.literal(false)) })

/** Reads the challenge that the browser says it has signed. Returns null if the answer cannot be read or is refused. */
export function challengeOf({ response }: NewCredential | UsedCredential): string | null {
  const text = Buffer.from(response.clientDataJSON, 'base64url').toString('utf8')
  return ClientData.safeParse(parseJson(text)).data?.challenge ?? null
}

/**
 * Verifies a new passkey: challenge, origin, host name, user verification and key.
 *
 * @returns what to store, or null if anything is wrong
 */
export async function verifyNew(credential: NewCredential, challenge: string, party: RelyingParty) {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers')
  try {
    const attestation = decodeAttestationObject(isoBase64URL.toBuffer(credential.response.attestationObject))
    // A passkey with an attestation (a certificate of the device) is refused, because we request none.
    if (attestation.get('fmt') !== 'none') return null
    const { registrationInfo } = await verifyRegistrationResponse({
      response: credential,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (!registrationInfo) return null
    const { id, publicKey, counter } = registrationInfo.credential
    return { credentialId: id, publicKey: Buffer.from(publicKey).toString('base64url'), counter }
  } catch {
    // The library throws for every invalid input.
    return null
  }
}

/**
 * Verifies a login with a passkey: challenge, origin, host name, user verification and signature.
 * @returns the authenticator's signature counter, which the store compares, or null if anything is wrong
 */
export async function verifyUse(
  credential: UsedCredential,
  challenge: string,
  party: RelyingParty,
  { credentialId, publicKey }: StoredPasskey,
): Promise<{ counter: number } | null> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: credential,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      credential: {
        id: credentialId,
        publicKey: Uint8Array.from(Buffer.from(publicKey, 'base64url')),
        counter: 0,
      },
    })
    return verified ? { counter: authenticationInfo.newCounter } : null
  } catch {
    return null
  }
}
