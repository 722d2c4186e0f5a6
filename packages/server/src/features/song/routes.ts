import type { Handle } from '../../http/handle.ts'
import { type Allowance, limit, type RateLimiter } from '../../http/rate-limit.ts'
import type { Songs } from './service.ts'

/** More than a person can type; the provider's quota is everyone's. */
const SEARCHES_PER_PERSON: Allowance = { name: 'search', attempts: 60, windowMs: 60_000 }

/** Song search (D7). */
export function songRoutes(handle: Handle, { songs, limiter }: { songs: Songs; limiter: RateLimiter }): void {
  handle('songs', async ({ caller, query }) => {
    const tooMany = await limit(limiter, [[SEARCHES_PER_PERSON, caller.userId]])
    return tooMany ?? songs.search(caller.userId, query.query, query.ssid)
  })
}
