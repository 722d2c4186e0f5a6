/** The scopes (rights) that exist since 2026. The removed birthdate scope is refused with `Illegal scope`. */
const knownScopes = new Set([
  'app-remote-control',
  'playlist-modify-private',
  'playlist-modify-public',
  'playlist-read-collaborative',
  'playlist-read-private',
  'streaming',
  'ugc-image-upload',
  'user-follow-modify',
  'user-follow-read',
  'user-library-modify',
  'user-library-read',
  'user-modify-playback-state',
  'user-read-currently-playing',
  'user-read-email',
  'user-read-playback-position',
  'user-read-playback-state',
  'user-read-private',
  'user-read-recently-played',
  'user-top-read',
])

/** The scopes (rights) of an app that plays for a person and reads and writes the person's playlists. */
export const playingScopes = [
  'streaming',
  'user-read-email',
  'user-read-private',
  'user-read-playback-state',
  'user-modify-playback-state',
  'playlist-read-private',
  'playlist-read-collaborative',
  'playlist-modify-private',
  'playlist-modify-public',
] as const

/**
 * Parses a `scope` parameter and removes duplicates. Null if a scope is unknown or not allowed.
 *
 * @param allowed the scopes that the app may ask for; undefined for all
 */
export function parseScopes(text: string, allowed: readonly string[] | undefined): readonly string[] | null {
  const scopes = [...new Set(text.split(/[\s+]+/).filter(Boolean))]
  const isAllowed = (scope: string): boolean => knownScopes.has(scope) && (allowed?.includes(scope) ?? true)
  return scopes.every(isAllowed) ? scopes : null
}

/** Describes the scopes for a person, without duplicates. */
export function describeScopes(scopes: readonly string[]): readonly string[] {
  const includes = (pattern: RegExp): boolean => scopes.some((scope) => pattern.test(scope))
  return [
    includes(/^streaming$/) ? 'Play music in your browser' : null,
    includes(/^user-(read|modify)-playback|currently-playing/)
      ? 'See and control what plays, and on which device'
      : null,
    includes(/^playlist-read/) ? 'See your playlists and the songs in them' : null,
    includes(/^playlist-modify/) ? 'Create and change playlists for you' : null,
    'See your name and picture',
  ].filter((line) => line !== null)
}
