import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLog } from './log.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../testing/test-server.ts'

const written: string[] = []
let server: TestServer
beforeAll(async () => {
  const log = createLog('debug', { write: (line) => void written.push(line) })
  server = await startTestServer(undefined, { log }, { LOG_LEVEL: 'debug' })
})
afterAll(() => server.close())

it('A2 secrets of accounts are never logged, at any log level', async () => {
  const { token } = await server.signUp('ann')
  const authorization = `Bearer ${token}`
  await server.raw('GET', '/callback/spotify?code=SECRET-CODE&state=SECRET-STATE')
  await server.raw('GET', '/ticket?code=SECRET-PAGE')
  await server.raw('GET', '/api/invites/', { headers: { authorization } })
  await server.raw('POST', '/api/ticket/SECRET-TICKET', {
    body: '{}',
    headers: { 'content-type': 'application/json' },
  })
  const log = written.join('')
  expect(log).toContain('"route":"/api/invites/"')
  for (const secret of [token, PASSWORD, 'SECRET-'])
    expect([secret, log.includes(secret)]).toEqual([secret, false])
})
