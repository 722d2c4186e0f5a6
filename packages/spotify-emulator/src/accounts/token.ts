import type { IncomingMessage } from 'node:http'
import { type Answer, json } from '../http/answer.ts'
import { bodyLimits, readBody } from '../http/body.ts'
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

/** More links than a person has to one service. */
const mostFormer = 20

/** Token endpoint errors have RFC 6749's shape, not the Web API's (docs/spotify.md 1.5). */
const refuse = (error: string, description: string): Answer =>
  json({ error, error_description: description }, 400, { 'cache-control': 'no-store' })

const codeRefusals: Readonly<Record<CodeRefusal, Answer>> = {
  invalid: refuse('invalid_grant', 'Invalid authorization code'),
  expired: refuse('invalid_grant', 'Authorization code expired'),
  redirect: refuse('invalid_grant', 'Invalid redirect URI'),
  verifier: refuse('invalid_grant', 'code_verifier was incorrect'),
}

/**
 * `POST /api/token` (three grants) and `POST /api/revoke` (RFC 7009), which the real service does not have: it ends the
 * grant of a refresh token, or with `only=access_tokens` the access tokens of that grant. Another addition: with
 * `former_refresh_token` an exchange goes on with the account of an earlier consent to the same profile (B1).
 */
export function createTokenEndpoint({ clients, codes, grants, now, accessLifetimeMs }: Options) {
  const identify = (request: IncomingMessage, form: URLSearchParams): Client | Answer => {
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
    // Stricter than the real service, where PKCE replaces the secret: only the host that knows it may turn a visitor's
    // consent into tokens, else anyone who finds the consent page could help themselves to the operator's music.
    const right = client.secret === undefined ? !secret : secret !== null && sameSecret(secret, client.secret)
    return right ? client : refuse('invalid_client', 'Invalid client secret')
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

  const exchange = (client: Client, form: URLSearchParams): Answer => {
    const code = form.get('code') ?? ''
    if (code === '') return refuse('invalid_request', 'code must be supplied')
    const issued = codes.redeem(
      code,
      {
        clientId: client.id,
        redirectUri: form.get('redirect_uri') ?? '',
        verifier: form.get('code_verifier'),
      },
      now(),
    )
    if (typeof issued === 'string') {
      // Two have the code: what the first one got for it ends (RFC 6749, 4.1.2).
      const spentOn = codes.spentOn(code, client.id, now())
      if (spentOn !== undefined) grants.revoke(spentOn, client.id)
      return codeRefusals[issued]
    }
    const { request, chosen } = issued
    const consent = {
      clientId: client.id,
      chosen,
      scopes: request.scopes,
      rotating: client.secret === undefined,
      former: form.getAll('former_refresh_token').slice(0, mostFormer),
    }
    const tokens = grants.consent(consent, now())
    if (tokens.refreshToken !== null) codes.noteSpent(code, client.id, tokens.refreshToken, now())
    return present(tokens)
  }

  const renew = (client: Client, form: URLSearchParams): Answer => {
    const given = form.get('refresh_token') ?? ''
    if (given === '') return refuse('invalid_request', 'refresh_token must be supplied')
    const tokens = grants.refresh(given, client.id, now())
    if (tokens === 'unknown') return refuse('invalid_grant', 'Invalid refresh token')
    if (tokens === 'revoked') return refuse('invalid_grant', 'Refresh token revoked')
    return present(tokens)
  }

  const parse = async (request: IncomingMessage): Promise<URLSearchParams | Answer> => {
    const body = await readBody(request, bodyLimits.token)
    return body.ok ? new URLSearchParams(body.text) : refuse('invalid_request', 'Request too large')
  }

  return {
    async token(request: IncomingMessage): Promise<Answer> {
      const form = await parse(request)
      if ('status' in form) return form
      const client = identify(request, form)
      if ('status' in client) return client
      switch (form.get('grant_type')) {
        case 'authorization_code':
          return exchange(client, form)
        case 'refresh_token':
          return renew(client, form)
        case 'client_credentials':
          return client.secret === undefined
            ? refuse('invalid_client', 'Invalid client secret')
            : present(grants.app(client.id, now()))
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
      const client = identify(request, form)
      if ('status' in client) return client
      const token = form.get('token') ?? ''
      if (form.get('only') === 'access_tokens') grants.revokeAccess(token, client.id)
      else grants.revoke(token, client.id)
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
