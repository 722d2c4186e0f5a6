import { setTimeout as pause } from 'node:timers/promises'
import { choosePlaylists, granted, link, type ApiUser, signIn } from '@jointly/dev/world/api-user'

/** Creates a person with an account and a linked account of the built-in provider. */
export async function listener(origin: string, username: string, linkedAs: string): Promise<ApiUser> {
  const signedIn = await voter(origin, username)
  await link(origin, signedIn, linkedAs)
  return signedIn
}

/** Creates a person with an account but without a linked one. */
export function voter(origin: string, username: string): Promise<ApiUser> {
  const person = { username, email: `${username}@example.org`, password: 'listen-2-this', linkedAs: null }
  return signIn(origin, person)
}

/**
 * Chooses six playlists of a person, and waits until the server has imported enough songs from them.
 * @returns the ids of `count` imported songs
 */
export async function knownSongs({ call }: ApiUser, count: number): Promise<string[]> {
  await choosePlaylists({ call }, 6)
  const ids = new Set<string>()
  for (let attempt = 0; ids.size < count && attempt < 100; attempt += 1) {
    await pause(100)
    for (const { id } of granted(await call('playlists'))) {
      const { songs } = granted(await call('playlist', { query: { playlistID: id } }))
      for (const song of songs) ids.add(song.id)
    }
  }
  if (ids.size < count) throw new Error(`only ${ids.size} of ${count} songs were imported`)
  return [...ids].slice(0, count)
}
