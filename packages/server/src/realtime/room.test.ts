import { expect, it } from 'vitest'
import { slowReader } from '../testing/slow-reader.ts'
import type { SessionState } from '../session/view/shared-body.ts'
import { Room } from './room.ts'
import { newSubscription, type Subscription } from './connection.ts'

/** Creates a state that contains only a number. */
function numbered(state: number): SessionState {
  return {
    tag: String(state),
    message: () => Buffer.from(JSON.stringify({ state })),
    peopleSince: () => null,
    get shared(): never {
      throw new Error('only its message is read')
    },
  }
}

function roomOf(count: number) {
  const room = new Room<Subscription>('s')
  const readers = Array.from({ length: count }, () => {
    const reader = slowReader({ isSlow: false })
    const subscription = { ...newSubscription(reader.connection, room), isOpen: true }
    room.subscriptions.add(subscription)
    return { ...reader, subscription }
  })
  return { room, readers }
}

const turns = async (count: number) => {
  for (let turn = 0; turn < count; turn += 1) await new Promise(setImmediate)
}

it('D2 clients of a large session that wait for a state get the newer one instead', async () => {
  const { room, readers } = roomOf(1_200)
  room.setState(numbered(1), false)
  room.setState(numbered(2), false)
  await turns(10)
  const received = readers.map((reader) => reader.received)
  expect(received[0]).toEqual([{ state: 1 }, { state: 2 }])
  expect(received.at(-1)).toEqual([{ state: 2 }])
  expect(received.every((messages) => JSON.stringify(messages.at(-1)) === '{"state":2}')).toBe(true)
})

it('D2 while a state is sent, a new client gets it once and a client that left gets nothing', async () => {
  const { room, readers } = roomOf(1_200)
  const [last] = readers.slice(-1)
  if (!last) throw new Error('nobody')
  room.setState(numbered(1), false)
  room.subscriptions.delete(last.subscription)
  const late = slowReader({ isSlow: false })
  const subscription = { ...newSubscription(late.connection, room), isOpen: true }
  room.subscriptions.add(subscription)
  late.connection.sendState(subscription)
  await turns(10)
  expect(late.received).toEqual([{ state: 1 }])
  expect(last.received).toEqual([])
})
