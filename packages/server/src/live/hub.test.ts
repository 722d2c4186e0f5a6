import { expect, it } from 'vitest'
import { refuse } from '../refusal.ts'
import { slowReader } from '../testing/slow-reader.ts'
import { createLocalBus } from './bus.ts'
import { createHub } from './hub.ts'

it('S5 who is banned while they come in over a live connection is told that alone', async () => {
  const { connection: ann, heard } = slowReader({ isSlow: false })
  const left: string[] = []
  const hub = createHub(
    {
      enter: async (ssid) => ({ ssid }),
      leave: (_ssid, userId) => void left.push(userId),
      state: async () => null,
      activeCount: () => 1,
      you: async () => refuse('banned'),
    },
    createLocalBus(),
    (error) => {
      throw error
    },
  )
  hub.add(ann)
  await hub.open(ann, 's')
  expect(heard).toEqual([{ type: 'gone', ssid: 's', reason: 'banned' }])
  expect(new Set(left)).toEqual(new Set(['ann']))
  hub.stop()
})
