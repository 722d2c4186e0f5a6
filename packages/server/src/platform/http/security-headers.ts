export type ProviderOrigins = {
  /** The origin of the player script and its frame. Null if this server serves them. */
  sdk: string | null
  /** Other origins to which the app and the player make requests. */
  connect: readonly string[]
  /** Other origins from which the player loads sound in a media element. */
  media: readonly string[]
  /** Other origins from which the app loads covers. */
  images: readonly string[]
}

type Headers = Readonly<Record<string, string>>

/** The security headers for the two kinds of answers. */
export type SecurityHeaders = {
  /** The headers of pages and files. */
  documents: Headers
  /** The headers of API answers. Their content security policy is short, because JSON is not shown as a page. */
  api: Headers
}

const COMMON = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
}

/** The security headers of answers that are data and not a page. */
export const dataHeaders: Headers = {
  ...COMMON,
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}

export function securityHeaders(provider: ProviderOrigins): SecurityHeaders {
  return {
    documents: {
      ...COMMON,
      'content-security-policy': contentSecurityPolicy(provider),
      'permissions-policy': permissionsPolicy(provider),
      'x-frame-options': 'DENY',
      // The provider's consent page opens in a popup. It must be able to use `window.opener`.
      'cross-origin-opener-policy': 'same-origin-allow-popups',
    },
    api: dataHeaders,
  }
}

/**
 * Returns the content security policy, which lets the app load its own files and those of the configured
 * provider.
 */
function contentSecurityPolicy(provider: ProviderOrigins): string {
  const from = (...sources: (string | null)[]) =>
    ["'self'", ...sources.filter((source) => source !== null)].join(' ')
  return [
    `default-src 'self'`,
    `script-src ${from(provider.sdk)}`,
    // The app positions elements with `style` attributes, so these are allowed. `<style>` elements are not allowed.
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

/** Returns the `Permissions-Policy` header: the browser features that the app and the player's frame may use. */
function permissionsPolicy(provider: ProviderOrigins): string {
  const players = provider.sdk ? `(self "${provider.sdk}")` : '(self)'
  return [
    `autoplay=${players}`,
    `encrypted-media=${players}`,
    'fullscreen=(self)',
    'screen-wake-lock=(self)',
    'camera=()',
    'geolocation=()',
    'microphone=(self)',
    'payment=()',
    'usb=()',
  ].join(', ')
}
