import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLocalBus } from '../../live/bus.ts'
import { type Guest, type House, openHouse } from '../../testing/session-house.ts'
import { createTokens } from './tokens.ts'

/** On SQLite statements are done in the order in which they were asked for. */
let house: House
let ann: Guest
const HOUR_MS = 3_600_000

beforeAll(async () => {
  house = await openHouse()
  ann = await house.guest('ann')
})
afterAll(() => house.close())

it('A2 a log-in that ends while it is looked up or prolonged is none any more', async () => {
  const tokens = createTokens(house.db, () => house.clock.ms, createLocalBus())
  const { id: tokenId, token } = await tokens.issue(house.db, ann.id)
  house.clock.ms += 2 * HOUR_MS
  const looking = tokens.verify(token)
  await tokens.end({ userId: ann.id, username: ann.name, level: 0, tokenId })
  expect(await looking).toBe(null)
})
