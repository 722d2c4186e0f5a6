import { expect, it } from 'vitest'
import { refuse } from '../refusal.ts'
import { createLocalBus } from './bus.ts'
import { Connection } from './connection.ts'
import { createHub } from './hub.ts'

it('S5 who is banned while they come in over a live connection is told that alone', async () => {
  const sent: string[] = []
  const outlet = {
    isOpen: () => true,
    send: (data: string | Buffer) => void sent.push(data.toString()),
    close: () => undefined,
  }
  const ann = new Connection(outlet, { id: 'c', userId: 'ann', token: 't', tokenId: 'i' })
  const left: string[] = []
  const hub = createHub(
    {
      enter: async (ssid) => ({ ssid }),
      leave: async (_ssid, userId) => void left.push(userId),
      sessionMessage: async () => Buffer.from('what goes on'),
      you: async () => refuse('banned'),
    },
    createLocalBus(),
    (error) => {
      throw error
    },
  )
  hub.add(ann)
  await hub.open(ann, 's')
  expect(sent.map((message): unknown => JSON.parse(message))).toEqual([
    { type: 'gone', ssid: 's', reason: 'banned' },
  ])
  expect(left).toEqual(['ann'])
  hub.stop()
})
