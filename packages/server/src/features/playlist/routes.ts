import type { Handle } from '../../platform/http/router.ts'
import { type RateLimit, limit, type RateLimiter } from '../../platform/http/rate-limit.ts'
import {
  chosenPlaylists,
  choosePlaylists,
  listPlaylists,
  type PlaylistDeps,
  playlistWithSongs,
} from './service.ts'

/**
 * Limits fetches per user, because each fetch reads the whole list from the provider, whose quota all users
 * share.
 */
const FETCHES_PER_PERSON: RateLimit = { name: 'fetch-playlists', attempts: 30, windowMs: 10 * 60_000 }

/** Registers the routes for the provider's playlists, and for the playlists that the user chose to load (D5, L4). */
export function playlistRoutes(handle: Handle, deps: PlaylistDeps & { limiter: RateLimiter }): void {
  handle('playlists', ({ caller }) => chosenPlaylists(deps.db, caller.userId))
  handle('playlist', ({ caller, query }) => playlistWithSongs(deps, caller.userId, query))
  handle('providerPlaylists', ({ caller }) => listPlaylists(deps, caller.userId, false))
  handle('fetchPlaylists', async ({ caller }) => {
    const tooMany = await limit(deps.limiter, [[FETCHES_PER_PERSON, caller.userId]])
    return tooMany ?? listPlaylists(deps, caller.userId, true)
  })
  handle('choosePlaylists', ({ caller, body }) => choosePlaylists(deps, caller.userId, body))
}
