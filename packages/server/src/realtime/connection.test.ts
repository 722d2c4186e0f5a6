import { describe, expect, it } from 'vitest'
import { emptySession } from '../testing/empty-session.ts'
import { slowReader } from '../testing/slow-reader.ts'
import { Room } from './room.ts'
import { newSubscription, type Subscription } from './connection.ts'

/** Creates a room with one client, which reads slowly. Each state of the room is only a number. */
function roomWithReader() {
  const reader = slowReader()
  const room = new Room<Subscription>('s')
  const subscription = { ...newSubscription(reader.connection, room), isOpen: true }
  room.subscriptions.add(subscription)
  reader.connection.subscriptions = [subscription]
  return {
    ...reader,
    async setState(state: number) {
      const message = Buffer.from(String(state))
      room.setState(
        { tag: String(state), message: () => message, peopleSince: () => null, shared: emptySession },
        false,
      )
      await Promise.resolve()
    },
  }
}

describe('a slow client', () => {
  it('D2 gets the newest state after it has read the last one, and skips those between', async () => {
    const { setState, received, take, waiting } = roomWithReader()
    for (let state = 1; state <= 6; state += 1) {
      await setState(state)
      expect(waiting()).toBe(1)
    }
    take()
    take()
    expect(received).toEqual([1, 6])
    take()
    expect(received).toEqual([1, 6])
  })

  it('D2 gets nothing about a session that it has closed meanwhile', async () => {
    const { setState, received, take, connection } = roomWithReader()
    await setState(1)
    await setState(2)
    connection.subscriptions = []
    take()
    take()
    expect(received).toEqual([1])
  })

  it('D2 is disconnected when too many unread messages wait for it', () => {
    const { connection, state } = roomWithReader()
    const message = { type: 'changed', what: 'invites' } as const
    for (let count = 0; count < 100_000 && !state.isTerminated; count += 1) connection.send(message)
    expect(state.isTerminated).toBe(true)
  })
})
