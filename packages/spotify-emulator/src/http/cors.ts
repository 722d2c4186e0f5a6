/**
 * CORS as the real service answers it (docs/spotify.md 2.0). `Retry-After` is not exposed there, so browsers
 * cannot read it here either.
 */
export const corsHeaders: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers':
    'Accept, App-Platform, Authorization, Content-Type, Origin, Retry-After, Spotify-App-Version, X-Cloud-Trace-Context, client-token, content-access-token',
  'access-control-allow-methods': 'GET, POST, OPTIONS, PUT, DELETE, PATCH',
  'access-control-allow-credentials': 'true',
  'access-control-max-age': '604800',
}
