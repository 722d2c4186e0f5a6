import { expect, it } from 'vitest'
import { createResendQueue } from './resend-queue.ts'
import { Connection, newSubscription, type Subscription } from '../connection.ts'
import { Room } from '../room.ts'

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
  const sent: string[] = []
  const listeners = new Set<() => void>()
  const nextMessages = (count: number) =>
    new Promise<void>((resolve) => listeners.add(() => sent.length >= count && resolve()))
  const failures: unknown[] = []
  const deps = { sendYou: async () => undefined, onError: (error: unknown) => failures.push(error) }
  const queue = createResendQueue(deps)
  const everyone = ['ann', 'ben', 'cleo'].map((id) =>
    connect(id, () => {
      sent.push(id)
      for (const notify of listeners) notify()
    }),
  )

  const whenFirst = nextMessages(3)
  queue.add(everyone)
  await whenFirst
  expect(sent).toEqual(['ann', 'ann', 'ann'])
  await nextMessages(9)
  expect(sent.slice(3)).toEqual(['ben', 'ben', 'ben', 'cleo', 'cleo', 'cleo'])

  sent.length = 0
  const again = () => void (sent.length % 3 === 0 && queue.add(everyone))
  listeners.add(again)
  queue.add(everyone)
  await nextMessages(9)
  listeners.delete(again)
  expect(new Set(sent)).toEqual(new Set(['ann', 'ben', 'cleo']))

  sent.length = 0
  queue.add(everyone)
  queue.stop()
  createResendQueue(deps).add(everyone.slice(2))
  await nextMessages(3)
  expect(sent).toEqual(['cleo', 'cleo', 'cleo'])
  expect(failures).toEqual([])
})

it('N1 no client is handled that is added after the stop', () => {
  const lookedUp: string[] = []
  const queue = createResendQueue({
    sendYou: async ({ id }) => void lookedUp.push(id),
    onError: () => undefined,
  })
  const ann = connect('ann', () => undefined)
  ann.subscriptions = [newSubscription(ann, new Room<Subscription>('s'))]
  queue.stop()
  queue.add([ann])
  expect(lookedUp).toEqual([])
})
