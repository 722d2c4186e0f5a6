import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'

describe('a wrong address', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(() => server.close())

  const asBrowser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

  it('E4 shows a person a page with a way to the start', async () => {
    for (const path of ['/nowhere', '/s', '/share/x/y', '/assets/old.js', '/%zz', '/api-nowhere']) {
      const { status, headers, text } = await server.raw('GET', path, { headers: asBrowser })
      expect([path, status, headers.get('content-type')]).toEqual([path, 404, 'text/html; charset=utf-8'])
      expect(text).toContain('<a href="/">To the start</a>')
      expect(headers.get('content-security-policy')).toContain(`default-src 'none'`)
    }
  })

  it('E1 E4 stays JSON below /api, for other methods, and for programs', async () => {
    for (const [method, path, headers] of [
      ['GET', '/api/nowhere', asBrowser],
      ['GET', '/api', asBrowser],
      ['POST', '/nowhere', asBrowser],
      ['GET', '/nowhere', { accept: '*/*' }],
      ['GET', '/nowhere', {}],
    ] as const)
      expect([path, (await server.raw(method, path, { headers })).error?.code]).toEqual([path, 'not-found'])
  })
})
