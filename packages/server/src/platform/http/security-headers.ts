export type ProviderOrigins = {
  /** Where the player script and its frame come from; null for our own origin. */
  sdk: string | null
  /** Where the browser calls the provider and its player connects to, beside our own origin. */
  connect: readonly string[]
  /** Where its player fetches sound by an element of the page, beside our own origin. */
  media: readonly string[]
  /** Further origins of cover art. */
  images: readonly string[]
}

/** The headers that every answer carries; made once. */
export function securityHeaders(provider: ProviderOrigins): Readonly<Record<string, string>> {
  return {
    'content-security-policy': contentSecurityPolicy(provider),
    'permissions-policy': permissionsPolicy(provider),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    // The window of the consent page must still reach the one that opened it.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
  }
}

/** What the app may load and from where: itself and the configured provider, nothing else. */
function contentSecurityPolicy(provider: ProviderOrigins): string {
  const from = (...sources: (string | null)[]) =>
    ["'self'", ...sources.filter((source) => source !== null)].join(' ')
  return [
    `default-src 'self'`,
    `script-src ${from(provider.sdk)}`,
    // What is moved carries its place in its own style attribute; style sheets come from files.
    `style-src 'self'`,
    `style-src-attr 'unsafe-inline'`,
    `connect-src ${from(...provider.connect)}`,
    `img-src ${from('data:', 'blob:', ...provider.images)}`,
    `media-src ${from('data:', 'blob:', ...provider.media)}`,
    `frame-src ${from(provider.sdk)}`,
    `worker-src 'self'`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
  ].join('; ')
}

/** Which powers the app and the player's frame may use. */
function permissionsPolicy(provider: ProviderOrigins): string {
  const players = provider.sdk ? `(self "${provider.sdk}")` : '(self)'
  return [
    `autoplay=${players}`,
    `encrypted-media=${players}`,
    'fullscreen=(self)',
    'screen-wake-lock=(self)',
    'camera=()',
    'geolocation=()',
    'microphone=()',
    'payment=()',
    'usb=()',
  ].join(', ')
}
