import { afterAll, beforeAll, expect, it } from 'vitest'
import { transact } from '../../platform/db/transact.ts'
import { createPresence } from '../presence/presence.ts'
import { befriend, granted, type House, openHouse, openParty } from '../../testing/session-house.ts'
import { createDeparture } from './departure.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

it('A7 S2 a session that cannot be told keeps neither the others from being told, nor the person here', async () => {
  const [ann, ben, cleo] = await Promise.all(['ann', 'ben', 'cleo'].map((name) => house.guest(name)))
  if (!ann || !ben || !cleo) throw new Error('nobody')
  await befriend(ann, cleo)
  const ssids = [await openParty(ben, ann), await openParty(ben, ann), await openParty(ben, ann)]
  for (const ssid of ssids) await granted(ann.call('invite', { body: { invitedID: cleo.id, ssid } }))

  const asked: string[] = []
  const failures: unknown[] = []
  const away = new Error('the database is away')
  const departure = createDeparture({
    bus: house.bus,
    presence: createPresence({ now: () => house.clock.ms, onChange: () => undefined }),
    logSecurity: () => undefined,
    withdrawVotes: async () => undefined,
    disownSongs: async () => undefined,
    async dismissUnadmitted(ssid) {
      asked.push(ssid)
      if (asked.length === 1) throw away
    },
    onError: (error) => failures.push(error),
  })
  const tell = await transact(house.db, (trx) => departure.leave(trx, ann.id))
  await tell()
  expect(asked.sort()).toEqual(ssids.sort())
  expect(failures).toEqual([away])
})
