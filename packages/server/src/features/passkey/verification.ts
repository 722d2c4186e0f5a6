import type { NewCredential, UsedCredential } from '@jointly/contract'
import * as z from 'zod/mini'
import { jsonOf } from '../../platform/json-of.ts'
import type { RelyingParty } from './relying-party.ts'
import type { StoredPasskey } from './store.ts'

/** Signatures that we take: EdDSA, ES256 and RS256, which is all that authenticators offer today. */
export const ALGORITHMS = [-8, -7, -257]

const ClientData = z.object({ challenge: z.string() })

/** The challenge that was signed, as the browser says; null where it says nothing that can be read. */
export function challengeOf({ response }: NewCredential | UsedCredential): string | null {
  const text = Buffer.from(response.clientDataJSON, 'base64url').toString('utf8')
  return ClientData.safeParse(jsonOf(text)).data?.challenge ?? null
}

/**
 * Checks a passkey that a browser made: challenge, origin, name, that the person was verified, and the key.
 *
 * @returns what to keep of it, or null where anything is wrong
 */
export async function verifyNew(credential: NewCredential, challenge: string, party: RelyingParty) {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers')
  try {
    const attestation = decodeAttestationObject(isoBase64URL.toBuffer(credential.response.attestationObject))
    // We ask for no attestation. Certificates are neither read nor followed to where they point.
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
    // The library throws for each thing that is wrong, and computes only.
    return null
  }
}

/**
 * Checks a use of a passkey: challenge, origin, name, that the person was verified, and the signature. The counter is
 * compared where it is stored.
 *
 * @returns the authenticator's count of signatures, or null where anything is wrong
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
