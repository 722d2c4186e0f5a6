import * as z from 'zod/mini'
import { newSecret, sameSecret, signatureOf } from '../store/secrets.ts'
import type { AuthorizeRequest } from './authorization.ts'
import type { Client } from './clients.ts'

const shownForMs = 30 * 60_000

const Sealed = z.object({
  id: z.string(),
  visitorHash: z.string(),
  expiresAtMs: z.number(),
  clientId: z.string(),
  redirectUri: z.string(),
  scopes: z.array(z.string()),
  state: z.nullable(z.string()),
  codeChallenge: z.nullable(z.string()),
})

/** A page that was shown: what its Allow allows, and for whom it was shown. `id` is of this page alone. */
export type Shown = { readonly id: string; readonly visitorHash: string; readonly request: AuthorizeRequest }

/**
 * The request that a consent page asks about, signed and carried by the page's own form: anybody can ask for such pages,
 * so nothing is stored before a person consents (B5).
 */
export function createRequestSeal(signingKey: string, clients: ReadonlyMap<string, Client>) {
  const sign = (text: string): string => signatureOf(signingKey, `consent ${text}`)

  return {
    seal(request: AuthorizeRequest, visitorHash: string, nowMs: number): string {
      const { client, redirectUri, scopes, state, codeChallenge } = request
      const sealed: z.infer<typeof Sealed> = {
        id: newSecret(''),
        visitorHash,
        expiresAtMs: nowMs + shownForMs,
        clientId: client.id,
        redirectUri,
        scopes: [...scopes],
        state,
        codeChallenge,
      }
      const text = Buffer.from(JSON.stringify(sealed)).toString('base64url')
      return `${text}.${sign(text)}`
    },

    /** Null for what was not sealed here, or is too old. */
    open(sealed: string, nowMs: number): Shown | null {
      const [text = '', signature = ''] = sealed.split('.')
      if (!sameSecret(signature, sign(text))) return null
      const { id, visitorHash, expiresAtMs, clientId, ...request } = Sealed.parse(
        JSON.parse(Buffer.from(text, 'base64url').toString('utf8')),
      )
      const client = clients.get(clientId)
      if (client === undefined || expiresAtMs <= nowMs) return null
      return { id, visitorHash, request: { ...request, client } }
    },
  }
}
