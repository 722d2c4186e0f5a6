import * as z from 'zod/mini'
import { type Language, languages } from '../http/language.ts'
import { newSecret, sameSecret, signatureOf } from '../store/secrets.ts'
import type { AuthorizeRequest } from './authorize-request.ts'
import type { Client } from './clients.ts'

const validForMs = 30 * 60_000

const Payload = z.object({
  id: z.string(),
  visitorHash: z.string(),
  expiresAtMs: z.number(),
  clientId: z.string(),
  redirectUri: z.string(),
  scopes: z.array(z.string()),
  state: z.nullable(z.string()),
  codeChallenge: z.nullable(z.string()),
  // A consent page that was opened before the server was updated may send no language.
  language: z._default(z.enum(languages), 'en'),
})

/** The request that a consent page shows, and the visitor to whom it was shown. Each page has its own `id`. */
export type ConsentRequest = {
  readonly id: string
  readonly visitorHash: string
  readonly language: Language
  readonly request: AuthorizeRequest
}

/**
 * Signs the request that a consent page shows. The signed request is part of the page's form, so that nothing
 * is stored before a person consents (B5).
 */
export function createRequestSigner(signingKey: string, clients: ReadonlyMap<string, Client>) {
  const signature = (text: string): string => signatureOf(signingKey, `consent ${text}`)

  return {
    /** @param shown the language of the page, and the visitor to whom it is shown */
    sign(
      { client, ...request }: AuthorizeRequest,
      shown: Pick<ConsentRequest, 'visitorHash' | 'language'>,
      nowMs: number,
    ): string {
      const id = newSecret('')
      const payload = { id, ...shown, expiresAtMs: nowMs + validForMs, clientId: client.id, ...request }
      const text = Buffer.from(JSON.stringify(payload)).toString('base64url')
      return `${text}.${signature(text)}`
    },

    /** Checks a signed request and returns it. Null if the request was not signed here or has expired. */
    verify(signed: string, nowMs: number): ConsentRequest | null {
      const [text = '', given = ''] = signed.split('.')
      if (!sameSecret(given, signature(text))) return null
      const { id, visitorHash, language, expiresAtMs, clientId, ...request } = Payload.parse(
        JSON.parse(Buffer.from(text, 'base64url').toString('utf8')),
      )
      const client = clients.get(clientId)
      if (client === undefined || expiresAtMs <= nowMs) return null
      return { id, visitorHash, language, request: { ...request, client } }
    },
  }
}
