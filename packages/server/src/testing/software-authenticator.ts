import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type {
  NewCredential,
  NewCredentialOptions,
  UseCredentialOptions,
  UsedCredential,
} from '@jointly/contract'

/** A passkey with its private key, as an authenticator stores it. */
export type Credential = {
  id: Buffer
  key: KeyObject
  /** The user handle that the server has sent, in base64url. */
  handle: string
  /** The signature counter. It stays 0 for an authenticator without a counter. */
  counter: number
}

/** Wrong values that replace the correct ones, as from a faulty browser or authenticator. */
export type AuthenticatorFaults = {
  /** The origin of the page that uses the passkey. The default is the correct origin. */
  origin?: string
  rpId?: string
  challenge?: string
  type?: string
  userVerified?: boolean
  userPresent?: boolean
  /** Whether the page is in a frame of another site. */
  crossOrigin?: boolean
  /** The attestation format. The default is `none`. */
  format?: 'packed'
  /** The COSE number of the signature algorithm. The default is -7 (ES256). */
  algorithm?: number
}

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

/**
 * Creates a passkey (ES256), as a browser on a page of `origin` does.
 * @param odd wrong values
 * @param like a credential that has the same id as the new one
 */
export function makeCredential(
  options: Pick<NewCredentialOptions, 'rp' | 'user' | 'challenge'>,
  origin: string,
  odd: AuthenticatorFaults = {},
  like: Pick<Credential, 'id'> = { id: randomBytes(32) },
): { credential: Credential; answer: NewCredential } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { id } = like
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const cose = new Map<number, number | Buffer>([
    [1, 2],
    [3, odd.algorithm ?? -7],
    [-1, 1],
    [-2, Buffer.from(x, 'base64url')],
    [-3, Buffer.from(y, 'base64url')],
  ])
  const length = Buffer.alloc(2)
  length.writeUInt16BE(id.length)
  const attested = Buffer.concat([Buffer.alloc(16), length, id, cbor(cose)])
  const authData = Buffer.concat([
    authenticatorData(odd.rpId ?? options.rp.id, HAS_CREDENTIAL | flagsOf(odd), 0),
    attested,
  ])
  const client = clientData('webauthn.create', options.challenge, origin, odd)
  const statement = new Map<string, Cbor>()
  if (odd.format === 'packed')
    statement.set('alg', -7).set('sig', sign('sha256', Buffer.concat([authData, sha256(client)]), privateKey))
  const attestation = new Map<string, Cbor>([
    ['fmt', odd.format ?? 'none'],
    ['attStmt', statement],
    ['authData', authData],
  ])
  return {
    credential: { id, key: privateKey, handle: options.user.id, counter: 0 },
    answer: {
      ...named(id),
      response: {
        clientDataJSON: client.toString('base64url'),
        attestationObject: cbor(attestation).toString('base64url'),
      },
    },
  }
}

/** Signs a challenge with a passkey, as a browser on a page of `origin` does. @param odd wrong values */
export function useCredential(
  { id, key, handle, counter }: Credential,
  options: UseCredentialOptions,
  origin: string,
  odd: AuthenticatorFaults = {},
): UsedCredential {
  const authData = authenticatorData(odd.rpId ?? options.rpId, flagsOf(odd), counter)
  const client = clientData('webauthn.get', options.challenge, origin, odd)
  const signature = sign('sha256', Buffer.concat([authData, sha256(client)]), key)
  return {
    ...named(id),
    response: {
      clientDataJSON: client.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: signature.toString('base64url'),
      userHandle: handle,
    },
  }
}

const named = (id: Buffer) => ({
  id: id.toString('base64url'),
  rawId: id.toString('base64url'),
  type: 'public-key' as const,
  clientExtensionResults: {},
})

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest()

const flagsOf = ({ userVerified = true, userPresent = true }: AuthenticatorFaults) =>
  (userPresent ? USER_PRESENT : 0) | (userVerified ? USER_VERIFIED : 0)

function clientData(type: string, challenge: string, origin: string, odd: AuthenticatorFaults): Buffer {
  return Buffer.from(
    JSON.stringify({
      type: odd.type ?? type,
      challenge: odd.challenge ?? challenge,
      origin: odd.origin ?? origin,
      crossOrigin: odd.crossOrigin ?? false,
    }),
  )
}

function authenticatorData(rpId: string, flags: number, counter: number): Buffer {
  const rest = Buffer.alloc(5)
  rest.writeUInt8(flags)
  rest.writeUInt32BE(counter, 1)
  return Buffer.concat([sha256(rpId), rest])
}

type Cbor = number | string | Buffer | ReadonlyMap<number | string, Cbor>

/** Encodes a value in CBOR (RFC 8949). Only the types that WebAuthn needs are supported. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  const entries = [...value].flatMap(([key, one]) => [cbor(key), cbor(one)])
  return Buffer.concat([head(5, value.size), ...entries])
}

function head(major: number, size: number): Buffer {
  const kind = major << 5
  if (size < 24) return Buffer.from([kind | size])
  if (size < 256) return Buffer.from([kind | 24, size])
  return Buffer.from([kind | 25, size >> 8, size & 255])
}
