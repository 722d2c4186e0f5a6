import type { Handle } from '../../http/handle.ts'
import {
  chosenPlaylists,
  choosePlaylists,
  listPlaylists,
  type PlaylistDeps,
  playlistWithSongs,
} from './service.ts'

/** Playlists: the provider's, and those chosen for loading (D5, L4). */
export function playlistRoutes(handle: Handle, deps: PlaylistDeps): void {
  handle('playlists', ({ caller }) => chosenPlaylists(deps.db, caller.userId))
  handle('playlist', ({ caller, query }) => playlistWithSongs(deps, caller.userId, query))
  handle('providerPlaylists', ({ caller }) => listPlaylists(deps, caller.userId, false))
  handle('fetchPlaylists', ({ caller }) => listPlaylists(deps, caller.userId, true))
  handle('choosePlaylists', ({ caller, body }) => choosePlaylists(deps, caller.userId, body))
}
