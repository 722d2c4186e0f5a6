import type { Handle } from '../../platform/http/handle.ts'
import { type Allowance, limit, type RateLimiter } from '../../platform/http/rate-limit.ts'
import { changeFriend, type FriendDeps, findPeople } from './service.ts'
import { friendsOf } from './store.ts'

const MINUTE_MS = 60_000
/** Enough for whoever types, too few to read the whole membership by its first letters. */
const SEARCHES_PER_PERSON: Allowance = { name: 'find-friends', attempts: 60, windowMs: MINUTE_MS }
/** Asking and withdrawing tells the other person each time. */
const CHANGES_PER_PERSON: Allowance = { name: 'change-friend', attempts: 60, windowMs: MINUTE_MS }

export type FriendRouteDeps = FriendDeps & { limiter: RateLimiter }

/** Friends, open requests and finding people (N1, N2). */
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
