import type { Permission } from './page/texts.ts'

/**
 * The scopes (rights) that exist in 2026. The birthdate scope was removed, so a request for it is refused with
 * `Illegal scope`.
 */
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

/** Returns the permissions that a person gives with these scopes, without duplicates. */
export function permissionsOf(scopes: readonly string[]): readonly Permission[] {
  const includes = (pattern: RegExp): boolean => scopes.some((scope) => pattern.test(scope))
  const permissions: (Permission | null)[] = [
    includes(/^streaming$/) ? 'streaming' : null,
    includes(/^user-(read|modify)-playback|currently-playing/) ? 'playback' : null,
    includes(/^playlist-read/) ? 'readPlaylists' : null,
    includes(/^playlist-modify/) ? 'changePlaylists' : null,
    'profile',
  ]
  return permissions.filter((permission) => permission !== null)
}
