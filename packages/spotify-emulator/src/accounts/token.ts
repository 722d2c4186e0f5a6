import type { IncomingMessage } from 'node:http'
import { type Answer, json } from '../http/answer.ts'
import { readBody } from '../http/body.ts'
import type { Grants, IssuedTokens } from '../store/grants.ts'
import { sameSecret } from '../store/secrets.ts'
import type { Client } from './clients.ts'
import type { CodeRefusal, Codes } from './codes.ts'

type Options = {
  readonly clients: ReadonlyMap<string, Client>
  readonly codes: Codes
  readonly grants: Grants
  readonly now: () => number
  readonly accessLifetimeMs: () => number
}

/** Token endpoint errors have RFC 6749's shape, not the Web API's (spotify.md 1.5). */
const refuse = (error: string, description: string): Answer =>
  json({ error, error_description: description }, 400, { 'cache-control': 'no-store' })

const codeRefusals: Readonly<Record<CodeRefusal, Answer>> = {
  invalid: refuse('invalid_grant', 'Invalid authorization code'),
  expired: refuse('invalid_grant', 'Authorization code expired'),
  redirect: refuse('invalid_grant', 'Invalid redirect URI'),
  verifier: refuse('invalid_grant', 'code_verifier was incorrect'),
}

/** Who asks: `authenticated` when the client's secret was right. */
type Caller = { readonly client: Client; readonly authenticated: boolean }

/** `POST /api/token` (three grants) and `POST /api/revoke` (RFC 7009, so that unlinking frees the person at once). */
export function createTokenEndpoint({ clients, codes, grants, now, accessLifetimeMs }: Options) {
  const identify = (request: IncomingMessage, form: URLSearchParams): Caller | Answer => {
    const basic = /^Basic ([A-Za-z0-9+/=]+)$/.exec(request.headers.authorization ?? '')?.[1]
    const [basicId = '', ...basicSecret] = Buffer.from(basic ?? '', 'base64')
      .toString('utf8')
      .split(':')
    const id = basic === undefined ? form.get('client_id') : decodeURIComponentOr(basicId)
    const secret =
      basic === undefined ? form.get('client_secret') : decodeURIComponentOr(basicSecret.join(':'))
    if (id === null) return json({ error: 'invalid_client' }, 400)
    const client = clients.get(id)
    if (client === undefined) return refuse('invalid_client', 'Invalid client')
    if (secret === null || secret === '') return { client, authenticated: false }
    if (client.secret === undefined || !sameSecret(secret, client.secret)) {
      return refuse('invalid_client', 'Invalid client secret')
    }
    return { client, authenticated: true }
  }

  const present = (tokens: IssuedTokens): Answer =>
    json(
      {
        access_token: tokens.accessToken,
        token_type: 'Bearer',
        expires_in: Math.floor(accessLifetimeMs() / 1000),
        ...(tokens.refreshToken === null ? {} : { refresh_token: tokens.refreshToken }),
        ...(tokens.scopes === '' ? {} : { scope: tokens.scopes }),
      },
      200,
      { 'cache-control': 'no-store' },
    )

  const exchange = ({ client, authenticated }: Caller, form: URLSearchParams): Answer => {
    const issued = codes.redeem(
      form.get('code') ?? '',
      {
        clientId: client.id,
        redirectUri: form.get('redirect_uri') ?? '',
        verifier: form.get('code_verifier'),
      },
      now(),
    )
    if (typeof issued === 'string') return codeRefusals[issued]
    if (!authenticated && issued.request.codeChallenge === null)
      return refuse('invalid_client', 'Invalid client')
    return present(grants.consent(client.id, issued.personId, issued.request.scopes, !authenticated, now()))
  }

  const renew = ({ client, authenticated }: Caller, form: URLSearchParams): Answer => {
    const tokens = grants.refresh(form.get('refresh_token') ?? '', client.id, authenticated, now())
    if (tokens === 'unauthenticated') return refuse('invalid_client', 'Invalid client secret')
    if (tokens === 'unknown') return refuse('invalid_grant', 'Invalid refresh token')
    if (tokens === 'revoked') return refuse('invalid_grant', 'Refresh token revoked')
    return present(tokens)
  }

  const parse = async (request: IncomingMessage): Promise<URLSearchParams | Answer> => {
    const body = await readBody(request)
    return body.ok ? new URLSearchParams(body.text) : refuse('invalid_request', 'Request too large')
  }

  return {
    async token(request: IncomingMessage): Promise<Answer> {
      const form = await parse(request)
      if ('status' in form) return form
      const caller = identify(request, form)
      if ('status' in caller) return caller
      switch (form.get('grant_type')) {
        case 'authorization_code':
          return exchange(caller, form)
        case 'refresh_token':
          return renew(caller, form)
        case 'client_credentials':
          return caller.authenticated
            ? present(grants.app(caller.client.id, now()))
            : refuse('invalid_client', 'Invalid client secret')
        case null:
          return refuse('unsupported_grant_type', 'grant_type parameter is missing')
        default:
          return refuse(
            'unsupported_grant_type',
            'grant_type must be client_credentials, authorization_code or refresh_token',
          )
      }
    },

    async revoke(request: IncomingMessage): Promise<Answer> {
      const form = await parse(request)
      if ('status' in form) return form
      const caller = identify(request, form)
      if ('status' in caller) return caller
      grants.revoke(form.get('token') ?? '', caller.client.id, now())
      return { status: 200 }
    },
  }
}

/** RFC 6749 form-encodes the parts of a Basic header; plain ones that do not decode are taken as they are. */
function decodeURIComponentOr(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
