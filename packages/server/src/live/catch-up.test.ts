import { expect, it } from 'vitest'
import { createCatchUp } from './catch-up.ts'
import { Connection } from './connection.ts'

it('N1 those who have no session open are told one after the other that their lists may have changed, also where that happens again and again, and nobody once it stops', async () => {
  const told: string[] = []
  const hearers = new Set<() => void>()
  const toldOf = (count: number) =>
    new Promise<void>((resolve) => hearers.add(() => told.length >= count && resolve()))
  const connect = (id: string): Connection =>
    new Connection(
      {
        isOpen: () => true,
        write() {
          told.push(id)
          for (const hear of hearers) hear()
        },
        backlogBytes: () => 0,
        whenTaken: (then) => then(),
        close: () => undefined,
        terminate: () => undefined,
      },
      { id, userId: id, token: id, tokenId: id },
    )
  const failures: unknown[] = []
  const deps = { sendYou: async () => undefined, onError: (error: unknown) => failures.push(error) }
  const catchUp = createCatchUp(deps)
  const everyone = ['ann', 'ben', 'cleo'].map(connect)

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
