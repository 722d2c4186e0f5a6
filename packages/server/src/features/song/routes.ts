import type { Handle } from '../../http/handle.ts'
import { type Allowance, limit, type RateLimiter } from '../../http/rate-limit.ts'
import type { Songs } from './service.ts'

/** More than a person can type; the provider's quota is everyone's. */
const SEARCHES_PER_PERSON: Allowance = { attempts: 60, windowMs: 60_000 }

/** Song search (D7). */
export function songRoutes(handle: Handle, { songs, limiter }: { songs: Songs; limiter: RateLimiter }): void {
  handle('songs', async ({ caller, query }) => {
    const tooMany = await limit(limiter, [[`search:${caller.userId}`, SEARCHES_PER_PERSON]])
    return tooMany ?? songs.search(caller.userId, query.query, query.ssid)
  })
}
