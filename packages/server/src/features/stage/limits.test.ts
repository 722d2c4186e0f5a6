import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  type Attempt,
  createRateLimiter,
  inMemory,
  type RateLimiter,
} from '../../platform/http/rate-limit.ts'
import { openSession } from '../../testing/session-fixture.ts'
import { refusal, startTestServer, type TestServer } from '../../testing/test-server.ts'

// The windows are long, because a busy machine may need longer than a minute for a test.
const limiter = createRateLimiter((allowance) => inMemory({ ...allowance, windowMs: 3_600_000 }))
/** The attempts that the server counted. */
const attempts: Attempt[] = []
const consume: RateLimiter['consume'] = (attempt) => {
  attempts.push(attempt)
  return limiter.consume(attempt)
}

let server: TestServer
beforeAll(async () => {
  server = await startTestServer(undefined, { limiter: { ...limiter, consume } })
})
afterAll(() => server.close())

const state = () => server.anonymous('stageState', { body: { secret: 'a'.repeat(43) } })

it('X2 a network gets sixty codes, and then waits', async () => {
  for (let count = 0; count < 60; count += 1) expect((await server.anonymous('createStage')).ok).toBe(true)
  expect(await refusal(server.anonymous('createStage'))).toBe('429 rate-limited')
})

it('X2 people of one network type sixty wrong codes, and then all of them wait', async () => {
  for (let person = 0; person < 4; person += 1) {
    const host = await server.signUp(`host${person}`)
    const params = { ssid: await openSession(host) }
    const type = () => refusal(host.call('pairStage', { params, body: { code: '222222', sound: false } }))
    for (let wrong = 0; wrong < 15; wrong += 1) expect(await type()).toBe('422 invalid')
    if (person === 3) expect(await type()).toBe('429 rate-limited')
  }
})

it('X2 a network makes 1,200 calls of stages in a minute, and then waits', async () => {
  expect(await refusal(state())).toBe('401 unauthenticated')
  const call = attempts.findLast(([{ name }]) => name === 'stage-call')
  if (!call) throw new Error('the call was not counted')
  for (let count = 1; count < 1_199; count += 1) await limiter.consume(call)
  expect(await refusal(state())).toBe('401 unauthenticated')
  expect(await refusal(state())).toBe('429 rate-limited')
})
