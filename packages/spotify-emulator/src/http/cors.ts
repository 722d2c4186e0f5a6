/**
 * The CORS headers of the real service (docs/spotify.md 2.0). Pages cannot read the header `Retry-After` of a
 * response, because `access-control-expose-headers` is missing.
 */
export const corsHeaders: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers':
    'Accept, App-Platform, Authorization, Content-Type, Origin, Retry-After, Spotify-App-Version, X-Cloud-Trace-Context, client-token, content-access-token',
  'access-control-allow-methods': 'GET, POST, OPTIONS, PUT, DELETE, PATCH',
  'access-control-allow-credentials': 'true',
  'access-control-max-age': '604800',
}

/** The headers of sound, pictures and the player script, which pages of every origin may use. */
export const publicHeaders = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
} as const

/** The headers of sound. Pages of other origins may read its version (B17). */
export const soundHeaders = { ...publicHeaders, 'access-control-expose-headers': 'ETag' } as const

/** The headers with which a page of another origin may ask for one version of a song. */
export const soundPreflightHeaders = {
  ...publicHeaders,
  'access-control-allow-headers': 'If-Match, Range',
  'access-control-max-age': '604800',
} as const
