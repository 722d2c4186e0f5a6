import type { Handle } from '../../platform/http/router.ts'
import { type RateLimit, limit, type RateLimiter } from '../../platform/http/rate-limit.ts'
import { changeFriend, type FriendDeps, findPeople } from './service.ts'
import { friendsOf } from './store.ts'

const MINUTE_MS = 60_000
/**
 * Limits searches per user. The limit allows normal typing, but is too low to list all users by their first
 * letters.
 */
const SEARCHES_PER_PERSON: RateLimit = { name: 'find-friends', attempts: 60, windowMs: MINUTE_MS }
/** Limits changes per user, because each change sends a message to the other user. */
const CHANGES_PER_PERSON: RateLimit = { name: 'change-friend', attempts: 60, windowMs: MINUTE_MS }

export type FriendRouteDeps = FriendDeps & { limiter: RateLimiter }

/** Registers the routes for friends, friend requests and finding people (N1, N2). */
export function friendRoutes(handle: Handle, deps: FriendRouteDeps): void {
  handle('friends', ({ caller }) => friendsOf(deps.db, caller.userId))
  handle('findFriends', async ({ caller, body }) => {
    const tooMany = await limit(deps.limiter, [[SEARCHES_PER_PERSON, caller.userId]])
    return tooMany ?? findPeople(deps, caller.userId, body.s)
  })
  handle('changeFriend', async ({ caller, body }) => {
    const tooMany = await limit(deps.limiter, [[CHANGES_PER_PERSON, caller.userId]])
    const change = { userId: caller.userId, friendId: body.friend, wish: body.wish ?? null }
    return tooMany ?? changeFriend(deps, change)
  })
}
