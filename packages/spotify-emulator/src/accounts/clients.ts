/** An app that may ask for consent. Without a secret it is public: it uses PKCE and its refresh tokens rotate. */
export type Client = {
  readonly id: string
  readonly secret?: string
  /** The name on the consent page. */
  readonly name?: string
  /** Allowed redirect addresses. A loopback address without a port allows every port. */
  readonly redirectUris?: readonly string[]
  /** The scopes that the app may request. If missing, it may request all. */
  readonly scopes?: readonly string[]
}

const isLoopbackLiteral = (uri: URL): boolean => uri.hostname === '127.0.0.1' || uri.hostname === '[::1]'

/**
 * Whether an address is the callback page of the provider's own origin. That page is always allowed, so the
 * app works under any name in the local network. Another port of the same machine is not allowed, because it
 * belongs to another program.
 */
const isOwnCallback = (uri: URL, ownOrigin: string): boolean =>
  uri.pathname === '/callback/spotify' && uri.search === '' && uri.origin === ownOrigin

/**
 * Checks a redirect address as the real service does (docs/spotify.md 1.6): it must be registered or the own
 * callback page. `insecure` means `localhost`, or http to anything but a loopback address.
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
