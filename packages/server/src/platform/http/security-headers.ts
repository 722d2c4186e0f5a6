export type ProviderOrigins = {
  /** The origin of the player script and its frame. Null for our own origin. */
  sdk: string | null
  /** Further origins that the browser and the player connect to. */
  connect: readonly string[]
  /** Further origins from which the player loads sound in a media element. */
  media: readonly string[]
  /** Further origins of cover art. */
  images: readonly string[]
}

/** The headers of every answer, built once. */
export function securityHeaders(provider: ProviderOrigins): Readonly<Record<string, string>> {
  return {
    'content-security-policy': contentSecurityPolicy(provider),
    'permissions-policy': permissionsPolicy(provider),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    // The consent page must still reach the window that opened it.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
  }
}

/** What the app may load: its own files and the configured provider. */
function contentSecurityPolicy(provider: ProviderOrigins): string {
  const from = (...sources: (string | null)[]) =>
    ["'self'", ...sources.filter((source) => source !== null)].join(' ')
  return [
    `default-src 'self'`,
    `script-src ${from(provider.sdk)}`,
    // Animated elements have their position in a style attribute. Style sheets are files.
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

/** Browser features that the app and the player's frame may use. */
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
