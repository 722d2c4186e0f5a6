import type * as z from 'zod/mini'
import { isRefused, type Refusal } from '../platform/refusal.ts'
import { linkProtocolsOf, type StreamingProvider } from './provider.ts'
import { linkOf } from './songs.ts'
import { parseAnswer, type Transport } from './transport.ts'
import { ChangedPlaylist, CreatedPlaylist } from './wire.ts'

/** The maximum number of songs that one call can add. */
export const MAX_ADDED_SONGS = 100

/** The calls that create and fill playlists of a user. */
export type PlaylistWriter = {
  /**
   * Creates an empty private playlist.
   * @returns `url` is the address of its page; null if there is no address, or if it is not safe to open
   */
  createPlaylist(
    token: string,
    playlist: { name: string; description: string },
  ): Promise<{ id: string; url: string | null } | Refusal>
  /** Adds at most 100 songs to the end of a playlist. If it is refused, no song was added. @returns null if added */
  addSongs(token: string, playlistId: string, uris: readonly string[]): Promise<Refusal | null>
}

export function createPlaylistWriter(provider: StreamingProvider, transport: Transport): PlaylistWriter {
  async function post<S extends z.ZodMiniType>(
    token: string,
    path: string,
    body: unknown,
    schema: S,
  ): Promise<z.output<S> | Refusal> {
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
