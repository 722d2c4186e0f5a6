import type * as z from 'zod/mini'
import { isRefused, type Refused } from '../platform/refusal.ts'
import { linkProtocolsOf, type StreamingProvider } from './provider.ts'
import { linkOf } from './songs.ts'
import { parseAnswer, type Transport } from './transport.ts'
import { ChangedPlaylist, CreatedPlaylist } from './wire.ts'

/** The largest number of songs that one call adds. */
export const MAX_ADDED_SONGS = 100

/** The calls that create and fill playlists of a user. */
export type PlaylistWriter = {
  /** Creates an empty private playlist. `url` is its page, or null if it has none that is safe to open. */
  createPlaylist(
    token: string,
    playlist: { name: string; description: string },
  ): Promise<{ id: string; url: string | null } | Refused>
  /** Adds at most 100 songs to the end of a playlist, all or none of them. @returns the refusal, or null */
  addSongs(token: string, playlistId: string, uris: readonly string[]): Promise<Refused | null>
}

export function createPlaylistWriter(provider: StreamingProvider, transport: Transport): PlaylistWriter {
  async function post<S extends z.ZodMiniType>(
    token: string,
    path: string,
    body: unknown,
    schema: S,
  ): Promise<z.output<S> | Refused> {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const init = { method: 'POST', headers, body: JSON.stringify(body) }
    return parseAnswer(schema, await transport.api('playlists', `${provider.apiBase()}${path}`, init))
  }

  return {
    async createPlaylist(token, { name, description }) {
      const body = { name, description, public: false }
      const created = await post(token, '/me/playlists', body, CreatedPlaylist)
      if (isRefused(created)) return created
      return { id: created.id, url: linkOf(created.external_urls?.spotify, linkProtocolsOf(provider)) }
    },
    async addSongs(token, playlistId, uris) {
      const path = `/playlists/${encodeURIComponent(playlistId)}/items`
      const changed = await post(token, path, { uris }, ChangedPlaylist)
      return isRefused(changed) ? changed : null
    },
  }
}
