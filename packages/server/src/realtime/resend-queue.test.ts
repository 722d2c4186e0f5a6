import { expect, it } from 'vitest'
import { createResendQueue } from './resend-queue.ts'
import { Connection } from './connection.ts'
import { Room } from './room.ts'
import { newSubscription } from './subscription.ts'

const connect = (id: string, write: () => void): Connection =>
  new Connection(
    {
      isOpen: () => true,
      write,
      unsentBytes: () => 0,
      onDrained: (callback) => callback(),
      close: () => undefined,
      terminate: () => undefined,
    },
    { id, userId: id, token: id, tokenId: id },
  )

it('N1 clients without open sessions get their messages one after the other, also when they are added again, and none after the stop', async () => {
  const told: string[] = []
  const hearers = new Set<() => void>()
  const toldOf = (count: number) =>
    new Promise<void>((resolve) => hearers.add(() => told.length >= count && resolve()))
  const failures: unknown[] = []
  const deps = { sendYou: async () => undefined, onError: (error: unknown) => failures.push(error) }
  const queue = createResendQueue(deps)
  const everyone = ['ann', 'ben', 'cleo'].map((id) =>
    connect(id, () => {
      told.push(id)
      for (const hear of hearers) hear()
    }),
  )

  const whenFirst = toldOf(3)
  queue.add(everyone)
  await whenFirst
  expect(told).toEqual(['ann', 'ann', 'ann'])
  await toldOf(9)
  expect(told.slice(3)).toEqual(['ben', 'ben', 'ben', 'cleo', 'cleo', 'cleo'])

  told.length = 0
  const again = () => void (told.length % 3 === 0 && queue.add(everyone))
  hearers.add(again)
  queue.add(everyone)
  await toldOf(9)
  hearers.delete(again)
  expect(new Set(told)).toEqual(new Set(['ann', 'ben', 'cleo']))

  told.length = 0
  queue.add(everyone)
  queue.stop()
  createResendQueue(deps).add(everyone.slice(2))
  await toldOf(3)
  expect(told).toEqual(['cleo', 'cleo', 'cleo'])
  expect(failures).toEqual([])
})

it('N1 no client is handled that is added after the stop', () => {
  const lookedUp: string[] = []
  const queue = createResendQueue({
    sendYou: async ({ id }) => void lookedUp.push(id),
    onError: () => undefined,
  })
  const ann = connect('ann', () => undefined)
  ann.subscriptions = [newSubscription(ann, new Room('s'))]
  queue.stop()
  queue.add([ann])
  expect(lookedUp).toEqual([])
})
