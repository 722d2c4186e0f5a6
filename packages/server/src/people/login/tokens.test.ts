import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLocalBus } from '../../platform/event-bus.ts'
import { type TestUser, type SessionFixture, openSessionFixture } from '../../testing/session-fixture.ts'
import { TOKEN_LIFE_MS } from './token-store.ts'
import { createTokens } from './tokens.ts'

/**
 * The tests run on SQLite, because it runs statements in the order of their calls. So a test decides which statement
 * comes first.
 */
let fixture: SessionFixture
let ann: TestUser
const HOUR_MS = 3_600_000
const UNKNOWN = { browser: null, system: null }

beforeAll(async () => {
  fixture = await openSessionFixture()
  ann = await fixture.addUser('ann')
})
afterAll(() => fixture.close())

it('A2 a login that ends during its lookup or extension is not valid', async () => {
  const tokens = createTokens(fixture.db, () => fixture.clock.ms, createLocalBus())
  const { id: tokenId, token } = await tokens.issue(fixture.db, ann.id, UNKNOWN)
  fixture.clock.ms += 2 * HOUR_MS
  const looking = tokens.verify(token)
  await tokens.end({ userId: ann.id, username: ann.name, level: 0, guest: false, tokenId })
  expect(await looking).toBe(null)
})

it('A2 a cached login is extended when it is used, and is not valid after it ended or expired', async () => {
  const tokens = createTokens(fixture.db, () => fixture.clock.ms, createLocalBus())
  const { id: tokenId, token } = await tokens.issue(fixture.db, ann.id, UNKNOWN)
  expect(tokens.getCached(token)).toBe(null)
  const caller = await tokens.verify(token)
  expect(tokens.getCached(token)).toEqual({
    userId: ann.id,
    username: ann.name,
    level: 0,
    guest: false,
    tokenId,
  })
  fixture.clock.ms += HOUR_MS
  expect(tokens.getCached(token)).toBe(null)
  await tokens.verify(token)
  expect(tokens.getCached(token)).toEqual(caller)
  fixture.clock.ms += TOKEN_LIFE_MS
  expect(tokens.getCached(token)).toBe(null)
  fixture.clock.ms -= TOKEN_LIFE_MS
  await tokens.end({ userId: ann.id, username: ann.name, level: 0, guest: false, tokenId })
  expect(tokens.getCached(token)).toBe(null)
})
