/**
 * An app that may ask for consent. An app without a secret is public: it uses PKCE, and each refresh replaces
 * its refresh token.
 */
export type Client = {
  readonly id: string
  readonly secret?: string
  /** The name on the consent page. */
  readonly name?: string
  /** Allowed redirect addresses. If a loopback address has no port, every port is allowed. */
  readonly redirectUris?: readonly string[]
  /** The scopes (rights) that the app may request. If missing, the app may request all. */
  readonly scopes?: readonly string[]
}

const isLoopbackLiteral = (uri: URL): boolean => uri.hostname === '127.0.0.1' || uri.hostname === '[::1]'

/**
 * Returns whether an address is the callback page of the provider's own origin, which is always allowed. Addresses
 * with another port are not allowed, because other programs of the machine may use that port.
 */
const isOwnCallback = (uri: URL, ownOrigin: string): boolean =>
  uri.pathname === '/callback/spotify' && uri.search === '' && uri.origin === ownOrigin

/**
 * Checks a redirect address as the real service does (docs/spotify.md 1.6). It must be a registered address or the
 * callback page of our own origin. `insecure` means `localhost`, or http to an address that is not a loopback
 * address.
 */
export function checkRedirect(raw: string, client: Client, ownOrigin: string): 'ok' | 'insecure' | 'invalid' {
  if (!URL.canParse(raw)) return 'invalid'
  const uri = new URL(raw)
  if (uri.hash !== '' || uri.username !== '' || uri.password !== '') return 'invalid'
  if (!['http:', 'https:'].includes(uri.protocol))
    return client.redirectUris?.includes(raw) ? 'ok' : 'invalid'
  if (isOwnCallback(uri, ownOrigin)) return 'ok'
  if (uri.hostname === 'localhost' || (uri.protocol === 'http:' && !isLoopbackLiteral(uri))) return 'insecure'
  return (client.redirectUris ?? []).some(
    (registered) => registered === raw || equalsExceptPort(registered, raw),
  )
    ? 'ok'
    : 'invalid'
}

function equalsExceptPort(registered: string, raw: string): boolean {
  if (!URL.canParse(registered)) return false
  const [allowed, requested] = [new URL(registered), new URL(raw)]
  if (allowed.port !== '' || allowed.protocol !== 'http:' || !isLoopbackLiteral(allowed)) return false
  requested.port = ''
  return allowed.href === requested.href
}
