import type { Friend } from '@jointly/contract'
import { describe, expect, it } from 'vitest'
import { asTheyStand, faceOf, whoWaitsFirst } from './friendship.ts'

const bob: Friend = { id: 'b', user1: null, user2: null, is_friend: false, status: 'none', username: 'bob' }
const friend: Friend = { ...bob, user1: 'a', user2: 'b', is_friend: true, status: 'friends' }

describe('the status of a person', () => {
  it('N1 each status has its sign and its one move, and oneself has none', () => {
    expect(faceOf('none')).toEqual({ icon: 'person_add', move: 'add' })
    expect(faceOf('requested')?.move).toBe('withdraw')
    expect(faceOf('asked')?.move).toBe('accept')
    expect(faceOf('friends')?.move).toBe('remove')
    expect(faceOf('self')).toBeNull()
  })

  it('N1 a person found stands as the list of friends says, as soon as that is known', () => {
    expect(asTheyStand(friend, null)).toBe(friend)
    expect(asTheyStand(bob, [friend])).toBe(friend)
    expect(asTheyStand(friend, [])).toEqual(bob)
    const self: Friend = { ...bob, status: 'self' }
    expect(asTheyStand(self, [])).toBe(self)
  })

  it('N1 who asks to be a friend stands first', () => {
    const asking: Friend = { ...bob, id: 'c', status: 'asked' }
    expect(whoWaitsFirst([friend, bob, asking])).toEqual([asking, friend, bob])
  })
})
