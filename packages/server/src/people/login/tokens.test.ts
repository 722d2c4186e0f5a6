import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLocalBus } from '../../platform/event-bus.ts'
import { type Guest, type House, openHouse } from '../../testing/session-house.ts'
import { createTokens, TOKEN_LIFE_MS } from './tokens.ts'

/** On SQLite, statements run in the order of their calls. */
let house: House
let ann: Guest
const HOUR_MS = 3_600_000
const UNKNOWN = { browser: null, system: null }

beforeAll(async () => {
  house = await openHouse()
  ann = await house.guest('ann')
})
afterAll(() => house.close())

it('A2 a log-in that ends while it is looked up or prolonged is none any more', async () => {
  const tokens = createTokens(house.db, () => house.clock.ms, createLocalBus())
  const { id: tokenId, token } = await tokens.issue(house.db, ann.id, UNKNOWN)
  house.clock.ms += 2 * HOUR_MS
  const looking = tokens.verify(token)
  await tokens.end({ userId: ann.id, username: ann.name, level: 0, tokenId })
  expect(await looking).toBe(null)
})

it('A2 a log-in that is remembered is none any more once it ended or expired, and is prolonged by its use', async () => {
  const tokens = createTokens(house.db, () => house.clock.ms, createLocalBus())
  const { id: tokenId, token } = await tokens.issue(house.db, ann.id, UNKNOWN)
  expect(tokens.getCached(token)).toBe(null)
  const caller = await tokens.verify(token)
  expect(tokens.getCached(token)).toEqual({ userId: ann.id, username: ann.name, level: 0, tokenId })
  house.clock.ms += HOUR_MS
  expect(tokens.getCached(token)).toBe(null)
  await tokens.verify(token)
  expect(tokens.getCached(token)).toEqual(caller)
  house.clock.ms += TOKEN_LIFE_MS
  expect(tokens.getCached(token)).toBe(null)
  house.clock.ms -= TOKEN_LIFE_MS
  await tokens.end({ userId: ann.id, username: ann.name, level: 0, tokenId })
  expect(tokens.getCached(token)).toBe(null)
})
