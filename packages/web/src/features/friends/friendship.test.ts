import type { Friend } from '@jointly/contract'
import { describe, expect, it } from 'vitest'
import { withCurrentStatus, type FriendAction, actionsByStatus, isFriendWish } from './friendship.ts'

const bob: Friend = { id: 'b', user1: null, user2: null, is_friend: false, status: 'none', username: 'bob' }
const friend: Friend = { ...bob, user1: 'a', user2: 'b', is_friend: true, status: 'friends' }

describe('the status of a person', () => {
  it('N1 each status has its icon and its actions, and the own row has no actions', () => {
    const shown = (status: Friend['status']) =>
      actionsByStatus[status].map(({ icon, action }) => [icon, action])
    expect(shown('none')).toEqual([['person_add', 'add']])
    expect(shown('requested')).toEqual([['pending', 'withdraw']])
    expect(shown('asked')).toEqual([
      ['close', 'decline'],
      ['check', 'accept'],
    ])
    expect(shown('friends')).toEqual([['person_remove', 'remove']])
    expect(shown('self')).toEqual([])
  })

  it('N1 an action sends the wanted state, so that a retry changes nothing', () => {
    expect(['add', 'accept'].map((action) => isFriendWish(action as FriendAction))).toEqual([true, true])
    expect(['withdraw', 'decline', 'remove'].map((action) => isFriendWish(action as FriendAction))).toEqual([
      false,
      false,
      false,
    ])
  })

  it('N1 a search result has the status of the list of friends, as soon as that is known', () => {
    expect(withCurrentStatus(friend, null)).toBe(friend)
    const other: Friend = { ...friend, id: 'c' }
    expect(withCurrentStatus(bob, [other, friend])).toBe(friend)
    expect(withCurrentStatus(friend, [])).toEqual(bob)
    const self: Friend = { ...bob, status: 'self' }
    expect(withCurrentStatus(self, [])).toBe(self)
  })
})
