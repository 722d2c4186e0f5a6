import type { Friend } from '@jointly/contract'
import { friendshipAfter, USERNAME_START_PATTERN } from '@jointly/domain'
import type { Db } from '../../platform/db/tables.ts'
import { lockUsers } from '../../platform/db/row-locks.ts'
import { transact } from '../../platform/db/transact.ts'
import type { EventBus } from '../../platform/event-bus.ts'
import { friendshipBetween } from '../../people/friends.ts'
import { isRefused, type Refusal, refuse } from '../../platform/refusal.ts'
import { openRequests, peopleNamed, presentFriend, saveFriendship } from './store.ts'

const FOUND_AT_MOST = 20
/** The number of unanswered requests that one user may have. */
const OPEN_REQUESTS_PER_PERSON = 100
const tooManyRequests = {
  message: `${OPEN_REQUESTS_PER_PERSON} of your requests wait for an answer. Please take some back before you ask again.`,
}

export type FriendDeps = { db: Db; now: () => number; bus: EventBus }

/**
 * Finds at most 20 users, including the caller, whose name starts with a text (N2). If no name can start with
 * the text, the list is empty.
 */
export async function findPeople({ db }: FriendDeps, userId: string, start: string): Promise<Friend[]> {
  return USERNAME_START_PATTERN.test(start) ? peopleNamed(db, userId, start, FOUND_AT_MOST) : []
}

/**
 * Requests, accepts, withdraws or ends a friendship, and notifies both users (N1).
 * @param wish whether the user wants the friendship; null means the opposite of the current state
 * @returns the other user with the new state
 */
export async function changeFriend(
  { db, now, bus }: FriendDeps,
  { userId, friendId, wish }: { userId: string; friendId: string; wish: boolean | null },
): Promise<Friend | Refusal> {
  if (friendId === userId) return refuse('invalid', { fields: { friend: 'self' } })
  const changed = await transact(db, async (trx) => {
    const people = await lockUsers(trx, [userId, friendId])
    if (!people.some(({ id }) => id === userId)) return refuse('unauthenticated')
    const friend = people.find(({ id }) => id === friendId)
    // Guests have no friends (G2).
    if (!friend || friend.guest === 1) return refuse('not-found')
    const before = await friendshipBetween(trx, userId, friendId)
    const after = friendshipAfter(before, { person: userId, other: friendId, wish })
    const isRequest = before === null && after !== null
    if (isRequest && (await openRequests(trx, userId)) >= OPEN_REQUESTS_PER_PERSON)
      return refuse('too-many', tooManyRequests)
    if (after !== before) await saveFriendship(trx, [userId, friendId], after, now())
    return { friend, before, after }
  })
  if (isRefused(changed)) return changed
  const { friend, before, after } = changed
  for (const person of after === before ? [] : [userId, friendId]) {
    bus.publish({ type: 'person', userId: person, message: { type: 'changed', what: 'friends' } })
    // A new or ended friendship changes the home list, because the home list shows free sessions of friends
    // (S2).
    if (before?.accepted || after?.accepted)
      bus.publish({ type: 'person', userId: person, message: { type: 'changed', what: 'invites' } })
  }
  return presentFriend(friend, after, userId)
}
