import type { Handle } from '../../platform/http/router.ts'
import type { Songs } from './service.ts'

/** Registers the route for the song search (D7). */
export function songRoutes(handle: Handle, songs: Songs): void {
  handle('songs', ({ caller, query }) => songs.search(caller.userId, query.query, query.ssid))
}
