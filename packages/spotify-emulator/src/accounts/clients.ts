/** An app that may ask for consent. Without a secret it is public: PKCE, and refresh tokens that rotate. */
export type Client = {
  readonly id: string
  readonly secret?: string
  /** What the consent page calls it. */
  readonly name?: string
  /** Where people may be sent back to; a loopback address registered without port allows every port. */
  readonly redirectUris?: readonly string[]
  /** What it may ask people for; without it all there is. */
  readonly scopes?: readonly string[]
}

/** Decides on addresses that are not registered; `ownOrigin` is the provider's origin as the asker sees it. */
export type RedirectPolicy = (uri: URL, ownOrigin: string) => boolean

const isLoopbackLiteral = (uri: URL): boolean => uri.hostname === '127.0.0.1' || uri.hostname === '[::1]'

/**
 * The policy of the built-in app: the callback page of the origin the provider itself is served from, which is how
 * a machine in the local network works without being registered. Another port of this machine is another program.
 */
export const callbackOnOwnOrigin: RedirectPolicy = (uri, ownOrigin) =>
  uri.pathname === '/callback/spotify' && uri.search === '' && uri.origin === ownOrigin

/**
 * Checks a redirect address as the real service does (docs/spotify.md 1.6): registered exactly, or allowed by the host's
 * policy. `insecure`: plain http to anything but a loopback literal, or `localhost`.
 */
export function checkRedirect(
  raw: string,
  client: Client,
  policy: RedirectPolicy,
  ownOrigin: string,
): 'ok' | 'insecure' | 'invalid' {
  if (!URL.canParse(raw)) return 'invalid'
  const uri = new URL(raw)
  if (uri.hash !== '' || uri.username !== '' || uri.password !== '') return 'invalid'
  if (!['http:', 'https:'].includes(uri.protocol))
    return client.redirectUris?.includes(raw) ? 'ok' : 'invalid'
  if (policy(uri, ownOrigin)) return 'ok'
  if (uri.hostname === 'localhost' || (uri.protocol === 'http:' && !isLoopbackLiteral(uri))) return 'insecure'
  return (client.redirectUris ?? []).some((registered) => registered === raw || sameButPort(registered, raw))
    ? 'ok'
    : 'invalid'
}

function sameButPort(registered: string, raw: string): boolean {
  if (!URL.canParse(registered)) return false
  const [known, asked] = [new URL(registered), new URL(raw)]
  if (known.port !== '' || known.protocol !== 'http:' || !isLoopbackLiteral(known)) return false
  asked.port = ''
  return known.href === asked.href
}
