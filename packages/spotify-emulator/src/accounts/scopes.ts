/** What an app may ask for, as of 2026. The birthdate scope is gone: asking for it is an `Illegal scope`. */
const known = new Set([
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

/** What an app needs that plays for a person and reads their playlists, as Jointly does. */
export const playingScopes = [
  'streaming',
  'user-read-email',
  'user-read-private',
  'user-read-playback-state',
  'user-modify-playback-state',
  'playlist-read-private',
  'playlist-read-collaborative',
] as const

/**
 * The scopes of a `scope` parameter, each once; null when one of them is unknown or not for this app.
 *
 * @param allowed what the app may ask for; undefined for everything
 */
export function parseScopes(text: string, allowed: readonly string[] | undefined): readonly string[] | null {
  const scopes = [...new Set(text.split(/[\s+]+/).filter(Boolean))]
  const isAllowed = (scope: string): boolean => known.has(scope) && (allowed?.includes(scope) ?? true)
  return scopes.every(isAllowed) ? scopes : null
}

/** The wanted scopes in a person's words, without repetition. */
export function inWords(scopes: readonly string[]): readonly string[] {
  const wants = (pattern: RegExp): boolean => scopes.some((scope) => pattern.test(scope))
  return [
    wants(/^streaming$/) ? 'Play music in your browser' : null,
    wants(/^user-(read|modify)-playback|currently-playing/)
      ? 'See and control what plays, and on which device'
      : null,
    wants(/^playlist-read/) ? 'See your playlists and the songs in them' : null,
    wants(/^playlist-modify/) ? 'Create and change playlists for you' : null,
    'See your name and picture',
  ].filter((line) => line !== null)
}
