import { afterAll, beforeAll, expect, it } from 'vitest'
import { refusal, startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  // The time does not pass, so that the limits hold on a slow machine too.
  const startMs = Date.now()
  server = await startTestServer(undefined, { now: () => startMs })
})
afterAll(() => server.close())

const state = () => server.anonymous('stageState', { body: { secret: 'a'.repeat(43) } })

it('X2 a network gets sixty codes, and then waits', async () => {
  for (let count = 0; count < 60; count += 1) expect((await server.anonymous('createStage')).ok).toBe(true)
  expect(await refusal(server.anonymous('createStage'))).toBe('429 rate-limited')
})

it('X2 a network makes 1,200 calls of stages in a minute, and then waits', async () => {
  const statuses = new Map<string, number>()
  for (let count = 0; count < 1_300; count += 50)
    for (const answer of await Promise.all(Array.from({ length: 50 }, () => refusal(state()))))
      statuses.set(answer, (statuses.get(answer) ?? 0) + 1)
  expect(statuses.get('429 rate-limited')).toBe(100)
})
