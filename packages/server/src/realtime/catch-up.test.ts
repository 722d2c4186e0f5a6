import { expect, it } from 'vitest'
import { createCatchUp } from './catch-up.ts'
import { Connection } from './connection.ts'
import { Room } from './room.ts'

const connect = (id: string, write: () => void): Connection =>
  new Connection(
    {
      isOpen: () => true,
      write,
      backlogBytes: () => 0,
      whenTaken: (then) => then(),
      close: () => undefined,
      terminate: () => undefined,
    },
    { id, userId: id, token: id, tokenId: id },
  )

it('N1 those who have no session open are told one after the other that their lists may have changed, also where that happens again and again, and nobody once it stops', async () => {
  const told: string[] = []
  const hearers = new Set<() => void>()
  const toldOf = (count: number) =>
    new Promise<void>((resolve) => hearers.add(() => told.length >= count && resolve()))
  const failures: unknown[] = []
  const deps = { sendYou: async () => undefined, onError: (error: unknown) => failures.push(error) }
  const catchUp = createCatchUp(deps)
  const everyone = ['ann', 'ben', 'cleo'].map((id) =>
    connect(id, () => {
      told.push(id)
      for (const hear of hearers) hear()
    }),
  )

  const whenFirst = toldOf(3)
  catchUp.begin(everyone)
  await whenFirst
  expect(told).toEqual(['ann', 'ann', 'ann'])
  await toldOf(9)
  expect(told.slice(3)).toEqual(['ben', 'ben', 'ben', 'cleo', 'cleo', 'cleo'])

  told.length = 0
  const again = () => void (told.length % 3 === 0 && catchUp.begin(everyone))
  hearers.add(again)
  catchUp.begin(everyone)
  await toldOf(9)
  hearers.delete(again)
  expect(new Set(told)).toEqual(new Set(['ann', 'ben', 'cleo']))

  told.length = 0
  catchUp.begin(everyone)
  catchUp.stop()
  createCatchUp(deps).begin(everyone.slice(2))
  await toldOf(3)
  expect(told).toEqual(['cleo', 'cleo', 'cleo'])
  expect(failures).toEqual([])
})

it('N1 nobody is looked up for whom that is asked after it has stopped', () => {
  const lookedUp: string[] = []
  const catchUp = createCatchUp({
    sendYou: async ({ id }) => void lookedUp.push(id),
    onError: () => undefined,
  })
  const ann = connect('ann', () => undefined)
  const seat = { connection: ann, room: new Room('s'), isIn: true, version: 0 }
  ann.seats = [{ ...seat, isBehind: false, isYouBehind: false }]
  catchUp.stop()
  catchUp.begin([ann])
  expect(lookedUp).toEqual([])
})
