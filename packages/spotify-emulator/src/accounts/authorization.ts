import { type Answer, redirect, text } from '../http/answer.ts'
import { checkRedirect, type Client, type RedirectPolicy } from './clients.ts'
import { parseScopes } from './scopes.ts'

/** A checked authorize request: what the person is asked to allow, and where they go afterwards. */
export type AuthorizeRequest = {
  readonly client: Client
  readonly redirectUri: string
  readonly scopes: readonly string[]
  readonly state: string | null
  readonly codeChallenge: string | null
}

/** Characters that a parameter may have: all of them come back with the page's form. */
const longest = new Map([
  ['client_id', 200],
  ['redirect_uri', 1024],
  ['state', 1024],
  ['scope', 1024],
])

const invalidClient = (detail: string): Answer => text(400, `INVALID_CLIENT: ${detail}`)

/**
 * Checks the query of the authorize address. Errors about the client or the address it names stay on this page;
 * sending someone to an unchecked address would make this an open redirect. Others go back to the app.
 */
export function readAuthorizeRequest(
  query: URLSearchParams,
  clients: ReadonlyMap<string, Client>,
  policy: RedirectPolicy,
  ownOrigin: string,
): AuthorizeRequest | Answer {
  const tooLong = [...longest].find(([name, most]) => (query.get(name)?.length ?? 0) > most)
  if (tooLong !== undefined) return text(400, `${tooLong[0]} is longer than ${tooLong[1]} characters`)
  const client = clients.get(query.get('client_id') ?? '')
  if (client === undefined) return invalidClient('Invalid client')
  const redirectUri = query.get('redirect_uri') ?? ''
  const redirectCheck = checkRedirect(redirectUri, client, policy, ownOrigin)
  if (redirectCheck === 'insecure') return invalidClient('Insecure redirect URI')
  if (redirectCheck === 'invalid') return invalidClient('Invalid redirect URI')

  const state = query.get('state')
  if (query.get('response_type') !== 'code')
    return back(redirectUri, { error: 'unsupported_response_type' }, state)
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

/** Back to the app with an answer (`code` or `error`) and the `state` it sent. */
export function back(
  redirectUri: string,
  result: Readonly<Record<string, string>>,
  state: string | null,
): Answer {
  const url = new URL(redirectUri)
  for (const [name, value] of Object.entries(result)) url.searchParams.set(name, value)
  if (state !== null) url.searchParams.set('state', state)
  return redirect(url.href)
}
