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

type Headers = Readonly<Record<string, string>>

/** The security headers of all answers. */
export type SecurityHeaders = {
  /** The headers of pages and files. */
  documents: Headers
  /** The headers of API calls. A browser never shows their JSON as a page, so a short policy is enough. */
  api: Headers
}

export function securityHeaders(provider: ProviderOrigins): SecurityHeaders {
  const common = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
  }
  return {
    documents: {
      ...common,
      'content-security-policy': contentSecurityPolicy(provider),
      'permissions-policy': permissionsPolicy(provider),
      'x-frame-options': 'DENY',
      // The window of the consent page must still reach the window that opened it.
      'cross-origin-opener-policy': 'same-origin-allow-popups',
    },
    api: { ...common, 'content-security-policy': "default-src 'none'; frame-ancestors 'none'" },
  }
}

/** The content security policy. It lets the app load its own files and those of the configured provider. */
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
