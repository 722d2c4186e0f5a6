import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serveWebApp } from './web-app.ts'

const page = '<!doctype html><title>Jointly</title>'
const script = `console.log(${JSON.stringify('listening '.repeat(200))})`

let directory: string
let server: FastifyInstance
beforeAll(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'jointly-web-'))
  mkdirSync(path.join(directory, 'assets'))
  writeFileSync(path.join(directory, 'index.html'), page)
  writeFileSync(path.join(directory, 'assets/index-abc123.js'), script)
  server = Fastify()
  serveWebApp(server, directory)
})
afterAll(async () => {
  await server.close()
  rmSync(directory, { recursive: true })
})

describe('the web app', () => {
  it('opens at its root and where the provider returns to, and is asked for anew each time', async () => {
    for (const url of ['/', '/callback/spotify?code=a&state=b']) {
      const answer = await server.inject({ url })
      expect([answer.statusCode, answer.body]).toEqual([200, page])
      expect(answer.headers['cache-control']).toBe('no-cache')
    }
  })

  it('keeps hashed files for ever, and sends them small to who can unpack them', async () => {
    const plain = await server.inject({ url: '/assets/index-abc123.js' })
    expect(plain.body).toBe(script)
    expect(plain.headers['cache-control']).toContain('immutable')
    for (const encoding of ['br', 'gzip']) {
      const packed = await server.inject({
        url: '/assets/index-abc123.js',
        headers: { 'accept-encoding': encoding },
      })
      expect(packed.headers['content-encoding']).toBe(encoding)
      expect(packed.rawPayload.length).toBeLessThan(script.length / 4)
    }
  })

  it('sends nothing to who has the file already', async () => {
    const { etag } = (await server.inject({ url: '/' })).headers
    const again = await server.inject({ url: '/', headers: { 'if-none-match': String(etag) } })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  it('serves nothing outside of its folder', async () => {
    expect((await server.inject({ url: '/../package.json' })).statusCode).toBe(404)
    expect((await server.inject({ url: '/assets/..%2F..%2Fetc/passwd' })).statusCode).toBe(404)
  })
})
