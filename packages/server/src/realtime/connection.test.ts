import { describe, expect, it } from 'vitest'
import { emptySession } from '../testing/empty-session.ts'
import { slowReader } from '../testing/slow-reader.ts'
import { Room } from './room.ts'

/** A room whose states are numbers, with one slow reader in it. */
function roomWithReader() {
  const reader = slowReader()
  const room = new Room('s')
  const seat = {
    connection: reader.connection,
    room,
    isIn: true,
    version: 0,
    isBehind: false,
    isYouBehind: false,
  }
  room.seats.add(seat)
  reader.connection.seats = [seat]
  return {
    ...reader,
    seat,
    async become(state: number) {
      const message = Buffer.from(String(state))
      room.become(
        { tag: String(state), message: () => message, peopleSince: () => null, shared: emptySession },
        false,
      )
      await Promise.resolve()
    },
  }
}

describe('a slow reader', () => {
  it('D2 gets the newest state when the last one has arrived, none of those between', async () => {
    const { become, heard, take, waiting } = roomWithReader()
    for (let state = 1; state <= 6; state += 1) {
      await become(state)
      expect(waiting()).toBe(1)
    }
    take()
    take()
    expect(heard).toEqual([1, 6])
    take()
    expect(heard).toEqual([1, 6])
  })

  it('D2 is sent nothing of a session it has left meanwhile', async () => {
    const { become, heard, take, connection } = roomWithReader()
    await become(1)
    await become(2)
    connection.seats = []
    take()
    take()
    expect(heard).toEqual([1])
  })

  it('D2 who stops reading what is theirs alone is cut off before it piles up', () => {
    const { connection, state } = roomWithReader()
    const message = { type: 'changed', what: 'invites' } as const
    for (let count = 0; count < 100_000 && !state.isTerminated; count += 1) connection.send(message)
    expect(state.isTerminated).toBe(true)
  })
})
