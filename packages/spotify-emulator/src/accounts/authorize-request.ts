import { type HttpResponse, redirect, text } from '../http/response.ts'
import { checkRedirect, type Client } from './clients.ts'
import { parseScopes } from './scopes.ts'

/** A checked request of an app for a person's consent. After the consent, the browser returns to `redirectUri`. */
export type AuthorizeRequest = {
  readonly client: Client
  readonly redirectUri: string
  readonly scopes: readonly string[]
  readonly state: string | null
  readonly codeChallenge: string | null
}

/**
 * The maximum length of each parameter in characters. There is a limit because the form of the consent page
 * contains all parameters.
 */
const maxLengths = new Map([
  ['client_id', 200],
  ['redirect_uri', 1024],
  ['state', 1024],
  ['scope', 1024],
])

const invalidClient = (detail: string): HttpResponse => text(400, `INVALID_CLIENT: ${detail}`)

/**
 * Checks the query of the authorize address. Errors of the client or the redirect address are shown on a page. They
 * are not sent to the app, because a redirect to an unchecked address would be unsafe.
 */
export function parseAuthorizeRequest(
  query: URLSearchParams,
  clients: ReadonlyMap<string, Client>,
  ownOrigin: string,
): AuthorizeRequest | HttpResponse {
  const tooLong = [...maxLengths].find(([name, most]) => (query.get(name)?.length ?? 0) > most)
  if (tooLong !== undefined) return text(400, `${tooLong[0]} is longer than ${tooLong[1]} characters`)
  const client = clients.get(query.get('client_id') ?? '')
  if (client === undefined) return invalidClient('Invalid client')
  const redirectUri = query.get('redirect_uri') ?? ''
  const redirectCheck = checkRedirect(redirectUri, client, ownOrigin)
  if (redirectCheck === 'insecure') return invalidClient('Insecure redirect URI')
  if (redirectCheck === 'invalid') return invalidClient('Invalid redirect URI')

  const state = query.get('state')
  if (query.get('response_type') !== 'code')
    return redirectToApp(redirectUri, { error: 'unsupported_response_type' }, state)
  const scopes = parseScopes(query.get('scope') ?? '', client.scopes)
  if (scopes === null) return text(400, 'Illegal scope')

  const codeChallenge = query.get('code_challenge')
  if (codeChallenge === null) {
    if (client.secret === undefined) return text(400, 'code_challenge is required for this client')
    return { client, redirectUri, scopes, state, codeChallenge }
  }
  if (query.get('code_challenge_method') !== 'S256') return text(400, 'code_challenge_method must be S256')
  if (!/^[A-Za-z0-9_-]{43}$/.test(codeChallenge))
    return text(400, 'code_challenge must be the base64url of a SHA-256')
  return { client, redirectUri, scopes, state, codeChallenge }
}

/** Redirects to the app with a result (`code` or `error`) and the `state` that the app sent. */
export function redirectToApp(
  redirectUri: string,
  result: Readonly<Record<string, string>>,
  state: string | null,
): HttpResponse {
  const url = new URL(redirectUri)
  for (const [name, value] of Object.entries(result)) url.searchParams.set(name, value)
  if (state !== null) url.searchParams.set('state', state)
  return redirect(url.href)
}
