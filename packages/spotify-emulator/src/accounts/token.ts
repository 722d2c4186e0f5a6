import type { IncomingMessage } from 'node:http'
import { bodyLimits, readBody } from '../http/body.ts'
import { type HttpResponse, json } from '../http/response.ts'
import { accessLifetimeMs, type Grants, type IssuedTokens } from '../store/grants.ts'
import { sameSecret } from '../store/secrets.ts'
import { cleanName } from '../store/user-names.ts'
import type { AuthorizationCodes, CodeRefusal } from './authorization-codes.ts'
import type { Client } from './clients.ts'
import { parseScopes } from './scopes.ts'

type Options = {
  readonly clients: ReadonlyMap<string, Client>
  readonly codes: AuthorizationCodes
  readonly grants: Grants
  readonly now: () => number
}

/**
 * The largest number of refresh tokens of earlier consents in one request. A person gives far fewer consents to one
 * app.
 */
const maxFormerTokens = 20

/**
 * Creates an error of the token endpoint. It has the format of RFC 6749, which differs from errors of the Web API
 * (docs/spotify.md 1.5).
 */
const refuse = (error: string, description: string): HttpResponse =>
  json({ error, error_description: description }, 400, { 'cache-control': 'no-store' })

const codeRefusals: Readonly<Record<CodeRefusal, HttpResponse>> = {
  invalid: refuse('invalid_grant', 'Invalid authorization code'),
  expired: refuse('invalid_grant', 'Authorization code expired'),
  redirect: refuse('invalid_grant', 'Invalid redirect URI'),
  verifier: refuse('invalid_grant', 'code_verifier was incorrect'),
}

/**
 * The token endpoint. It works like that of the real service, and can do three more things.
 * - `POST /api/revoke` (RFC 7009) ends the grant (one consent) of a refresh token. With `only=access_tokens` it
 * ends only the access tokens of the grant.
 * - If a person has consented before, the app can send the earlier refresh token as `former_refresh_token`. Then the
 * new consent to the same profile gets the account of the earlier consent (B1).
 * - The grant type `jointly_direct` creates an account without a consent page. The app sends the name of the person
 * as `name` (L15).
 */
export class TokenEndpoint {
  #options

  constructor(options: Options) {
    this.#options = options
  }

  async token(request: IncomingMessage): Promise<HttpResponse> {
    const call = await this.#authenticate(request)
    if ('status' in call) return call
    const { client, form } = call
    switch (form.get('grant_type')) {
      case 'authorization_code':
        return this.#exchange(client, form)
      case 'refresh_token':
        return this.#refresh(client, form)
      case 'client_credentials':
        return client.secret === undefined
          ? refuse('invalid_client', 'Invalid client secret')
          : this.#present(this.#options.grants.issueAppToken(client.id, this.#options.now()))
      case 'jointly_direct':
        return this.#linkDirectly(client, form)
      case null:
        return refuse('unsupported_grant_type', 'grant_type parameter is missing')
      default:
        return refuse(
          'unsupported_grant_type',
          'grant_type must be client_credentials, authorization_code or refresh_token',
        )
    }
  }

  async revoke(request: IncomingMessage): Promise<HttpResponse> {
    const call = await this.#authenticate(request)
    if ('status' in call) return call
    const { client, form } = call
    const { grants } = this.#options
    const token = form.get('token') ?? ''
    if (form.get('only') === 'access_tokens') grants.revokeAccess(token, client.id)
    else grants.revoke(token, client.id)
    return { status: 200 }
  }

  async #authenticate(
    request: IncomingMessage,
  ): Promise<{ readonly client: Client; readonly form: URLSearchParams } | HttpResponse> {
    const body = await readBody(request, bodyLimits.token)
    if (body === null) return refuse('invalid_request', 'Request too large')
    const form = new URLSearchParams(body)
    const { id, secret } = credentialsOf(request, form)
    if (id === null) return json({ error: 'invalid_client' }, 400)
    const client = this.#options.clients.get(id)
    if (client === undefined) return refuse('invalid_client', 'Invalid client')
    // Unlike the real service, this endpoint requires the client secret also with PKCE. The consent page asks for
    // no password, so only the server that has the secret may exchange a consent for tokens.
    const isValid =
      client.secret === undefined ? !secret : secret !== null && sameSecret(secret, client.secret)
    return isValid ? { client, form } : refuse('invalid_client', 'Invalid client secret')
  }

  #exchange(client: Client, form: URLSearchParams): HttpResponse {
    const { codes, grants, now } = this.#options
    const code = form.get('code') ?? ''
    if (code === '') return refuse('invalid_request', 'code must be supplied')
    const given = {
      clientId: client.id,
      redirectUri: form.get('redirect_uri') ?? '',
      verifier: form.get('code_verifier'),
    }
    const authorization = codes.redeem(code, given, now())
    if (typeof authorization === 'string') {
      // The tokens of the first exchange are revoked, because a code that is used twice may be stolen (RFC 6749,
      // 4.1.2).
      const refreshToken = codes.refreshTokenFor(code, client.id, now())
      if (refreshToken !== undefined) grants.revoke(refreshToken, client.id)
      return codeRefusals[authorization]
    }
    const consent = {
      clientId: client.id,
      profile: authorization.profile,
      scopes: authorization.request.scopes,
      rotating: client.secret === undefined,
      formerTokens: form.getAll('former_refresh_token').slice(0, maxFormerTokens),
    }
    const tokens = grants.consent(consent, now())
    if (tokens.refreshToken !== null) codes.recordUse(code, client.id, tokens.refreshToken, now())
    return this.#present(tokens)
  }

  /**
   * Links an account without the consent page. Only a client with a secret may do this (D9). Such a client is a server,
   * and it also receives the tokens of all people who use the consent page.
   */
  #linkDirectly(client: Client, form: URLSearchParams): HttpResponse {
    if (client.secret === undefined) return refuse('unauthorized_client', 'The client has no secret')
    const displayName = cleanName(form.get('name') ?? '')
    if (displayName === null) return refuse('invalid_request', 'name must be supplied')
    const scopes = parseScopes(form.get('scope') ?? '', client.scopes)
    if (scopes === null) return refuse('invalid_scope', 'Illegal scope')
    const profile = { profileId: null, displayName }
    const consent = { clientId: client.id, profile, scopes, rotating: false, formerTokens: [] }
    return this.#present(this.#options.grants.consent(consent, this.#options.now()))
  }

  #refresh(client: Client, form: URLSearchParams): HttpResponse {
    const { grants, now } = this.#options
    const given = form.get('refresh_token') ?? ''
    if (given === '') return refuse('invalid_request', 'refresh_token must be supplied')
    const tokens = grants.refresh(given, client.id, now())
    if (tokens === 'unknown') return refuse('invalid_grant', 'Invalid refresh token')
    if (tokens === 'revoked') return refuse('invalid_grant', 'Refresh token revoked')
    return this.#present(tokens)
  }

  #present(tokens: IssuedTokens): HttpResponse {
    return json(
      {
        access_token: tokens.accessToken,
        token_type: 'Bearer',
        expires_in: accessLifetimeMs / 1000,
        ...(tokens.refreshToken === null ? {} : { refresh_token: tokens.refreshToken }),
        ...(tokens.scopes === '' ? {} : { scope: tokens.scopes }),
      },
      200,
      { 'cache-control': 'no-store' },
    )
  }
}

/** Reads the client id and secret from the Basic header. Without this header, they are read from the form. */
function credentialsOf(
  request: IncomingMessage,
  form: URLSearchParams,
): { readonly id: string | null; readonly secret: string | null } {
  const basic = /^Basic ([A-Za-z0-9+/=]+)$/.exec(request.headers.authorization ?? '')?.[1]
  if (basic === undefined) return { id: form.get('client_id'), secret: form.get('client_secret') }
  const [id = '', ...secret] = Buffer.from(basic, 'base64').toString('utf8').split(':')
  return { id: decodePart(id), secret: decodePart(secret.join(':')) }
}

/**
 * Decodes the id or the secret of a Basic header, which RFC 6749 form-encodes. A text with an invalid encoding is
 * returned unchanged.
 */
function decodePart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
