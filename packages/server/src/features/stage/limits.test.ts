import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSession } from '../../testing/session-fixture.ts'
import { refusal, startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  // The clock of the server does not advance, so that the limits do not expire on a slow machine.
  const startMs = Date.now()
  server = await startTestServer(undefined, { now: () => startMs })
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
  const statuses = new Map<string, number>()
  for (let count = 0; count < 1_300; count += 50)
    for (const answer of await Promise.all(Array.from({ length: 50 }, () => refusal(state()))))
      statuses.set(answer, (statuses.get(answer) ?? 0) + 1)
  expect(statuses.get('429 rate-limited')).toBe(100)
})
