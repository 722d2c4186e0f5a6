import * as z from 'zod/mini'
import { EpochMs, visibleText } from '../primitives.ts'

/** The largest number of passkeys of one person (A13). */
export const PASSKEYS_PER_PERSON = 10
const NAME_LENGTH = 60

/** The name of a passkey: 1 to 60 characters after trimming, at least one of them visible (A13). */
export const PasskeyName = visibleText(NAME_LENGTH, 'name')

/** A passkey as its owner sees it. `lastUsedAt` is null if the passkey was never used. */
export const Passkey = z.object({
  id: z.uuid(),
  name: z.string(),
  createdAt: EpochMs,
  lastUsedAt: z.nullable(EpochMs),
})
export type Passkey = z.infer<typeof Passkey>

const base64Url = (most: number) =>
  z.string().check(z.maxLength(most), z.regex(/^[A-Za-z0-9_-]+$/, 'invalid'))
/** The id of a credential in base64url. It has at most 1023 bytes, which are 1364 characters. */
const CredentialId = base64Url(1_364)
const Bytes = base64Url(16_000)

const credential = {
  id: CredentialId,
  rawId: CredentialId,
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}),
}

/**
 * The browser's answer when a passkey is created (`RegistrationResponseJSON` of WebAuthn), with only the fields that
 * the server reads.
 */
export const NewCredential = z.object({
  ...credential,
  response: z.object({ clientDataJSON: Bytes, attestationObject: Bytes }),
})
export type NewCredential = z.infer<typeof NewCredential>

/**
 * The browser's answer when a passkey is used (`AuthenticationResponseJSON` of WebAuthn), with only the fields that the
 * server reads.
 */
export const UsedCredential = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: Bytes,
    authenticatorData: Bytes,
    signature: Bytes,
    userHandle: base64Url(100),
  }),
})
export type UsedCredential = z.infer<typeof UsedCredential>

const CredentialRef = z.object({ id: z.string(), type: z.literal('public-key') })
const Verification = z.literal('required')

/** The options for the browser to create a passkey (`PublicKeyCredentialCreationOptionsJSON`). */
export const NewCredentialOptions = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int(),
  excludeCredentials: z.array(CredentialRef),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: Verification,
  }),
  attestation: z.literal('none'),
})
export type NewCredentialOptions = z.infer<typeof NewCredentialOptions>

/**
 * The options for the browser to log in with a passkey (`PublicKeyCredentialRequestOptionsJSON`). They name no person,
 * because the passkey identifies the person.
 */
export const UseCredentialOptions = z.object({
  rpId: z.string(),
  challenge: z.string(),
  timeout: z.int(),
  userVerification: Verification,
})
export type UseCredentialOptions = z.infer<typeof UseCredentialOptions>
