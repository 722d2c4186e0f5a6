import type { Handle } from '../../platform/http/router.ts'
import type { Songs } from './service.ts'
import { type SuggestionDeps, suggestSongs } from './suggestions.ts'

/** Registers the routes for the song search (D7), albums (Q7) and suggestions (Q4). */
export function songRoutes(handle: Handle, songs: Songs, suggestions: SuggestionDeps): void {
  handle('songs', ({ caller, query }) => songs.search(caller.userId, query.query, query.ssid))
  handle('album', ({ caller, params, query }) => songs.album(caller.userId, params.id, query.ssid))
  handle('suggestions', ({ caller, params }) =>
    suggestSongs(suggestions, { ssid: params.ssid, userId: caller.userId }),
  )
}
