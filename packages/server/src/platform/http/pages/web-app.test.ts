import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFastPath } from '../fast-path.ts'
import { createMountedServices } from '../mounted-services.ts'
import { createHttpServer } from '../server.ts'
import { serveWebApp } from './web-app.ts'

const page = '<!doctype html><title>Jointly</title>'
const script = `console.log(${JSON.stringify('listening '.repeat(200))})`

let directory: string
let server: FastifyInstance
beforeAll(async () => {
  directory = mkdtempSync(path.join(tmpdir(), 'jointly-web-'))
  mkdirSync(path.join(directory, 'assets'))
  writeFileSync(path.join(directory, 'index.html'), page)
  writeFileSync(path.join(directory, '.secret'), 'hidden')
  for (const build of ['1', '2']) {
    mkdirSync(path.join(directory, 'earlier', build, 'assets'), { recursive: true })
    writeFileSync(path.join(directory, 'earlier', build, `assets/part-${build}.js`), script)
  }
  const asset = path.join(directory, 'assets/index-abc123.js')
  writeFileSync(asset, script)
  writeFileSync(`${asset}.br`, brotliCompressSync(script))
  writeFileSync(`${asset}.gz`, gzipSync(script))
  server = createHttpServer({
    log: pino({ level: 'silent' }),
    logFault: () => undefined,
    logRequests: false,
    trustProxy: null,
    headers: { documents: {}, api: {} },
    perimeter: () => null,
    mounted: createMountedServices(),
    fastPath: createFastPath(),
  })
  serveWebApp(server, directory)
  await server.ready()
})
afterAll(async () => {
  await server.close()
  rmSync(directory, { recursive: true })
})

describe('the web app', () => {
  it('opens at its root and at the callback, and is never cached', async () => {
    for (const url of ['/', '/callback/spotify?code=a&state=b']) {
      const answer = await server.inject({ url })
      expect([answer.statusCode, answer.body]).toEqual([200, page])
      expect(answer.headers['cache-control']).toBe('no-cache')
    }
  })

  it('caches hashed files for ever, and sends them compressed if the client accepts it', async () => {
    const url = '/assets/index-abc123.js'
    const plain = await server.inject({ url })
    expect(plain.body).toBe(script)
    expect(plain.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
    })
    for (const encoding of ['br', 'gzip']) {
      const packed = await server.inject({ url, headers: { 'accept-encoding': encoding } })
      expect(packed.headers).toMatchObject({
        'content-encoding': encoding,
        'cache-control': 'public, max-age=31536000, immutable',
      })
      expect(packed.headers['content-type']).toMatch(/javascript; charset=utf-8$/)
      expect(packed.rawPayload.length).toBeLessThan(script.length / 4)
    }
  })

  it('sends no body if the client has the file already', async () => {
    const { etag, 'content-security-policy': policy } = (await server.inject({ url: '/' })).headers
    const again = await server.inject({ url: '/', headers: { 'if-none-match': String(etag) } })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    // A browser replaces the stored headers with those of this answer.
    expect(again.headers['content-security-policy']).toBe(policy)
  })

  it('E1 a file that a new build removed is not found', async () => {
    const [was, now] = ['assets/old-1.js', 'assets/new-2.js'].map((name) => path.join(directory, name))
    writeFileSync(String(was), script)
    expect((await server.inject({ url: '/assets/old-1.js' })).statusCode).toBe(200)
    renameSync(String(was), String(now))
    const gone = await server.inject({ url: '/assets/old-1.js', headers: { 'accept-encoding': 'br, gzip' } })
    expect([gone.statusCode, gone.json()]).toMatchObject([404, { error: { code: 'not-found' } }])
    expect(gone.headers['cache-control']).toBe('no-store')
    expect((await server.inject({ url: '/assets/new-2.js' })).statusCode).toBe(200)
  })

  it('O10 sends the hashed files of earlier builds to pages that opened before the update', async () => {
    for (const url of ['/assets/part-1.js', '/assets/part-2.js']) {
      const answer = await server.inject({ url, headers: { 'accept-encoding': 'br, gzip' } })
      expect([answer.statusCode, answer.body]).toEqual([200, script])
      expect(answer.headers).toMatchObject({ 'cache-control': 'public, max-age=31536000, immutable' })
      expect(answer.headers['content-type']).toMatch(/javascript/)
    }
  })

  it('E1 folders, hidden files and paths with .. are not found', async () => {
    for (const url of [
      '/joined',
      '/assets',
      '/assets/',
      '/.secret',
      '/../package.json',
      '/assets/..%2F..%2Fetc/passwd',
      '/assets/%2e%2e/%2e%2e/etc/passwd',
      '//etc/passwd',
      '/assets//index-abc123.js',
      '/index.html%00.js',
      '/%5c..%5cetc',
    ]) {
      const { statusCode, body } = await server.inject({ url })
      expect([url, statusCode]).toEqual([url, 404])
      expect(body).toContain('not-found')
    }
  })

  it('redirects a link to a screen whose # is missing', async () => {
    for (const url of ['/join', '/activate/abc-123', '/main', '/main/7f3c?from=mail', '/app/friends/find']) {
      const { statusCode, headers } = await server.inject({ url })
      expect([statusCode, headers.location]).toEqual([302, `/#${url}`])
    }
  })

  it('E1 invalid conditions in a request are an error of the client', async () => {
    const { statusCode } = await server.inject({ url: '/', headers: { 'if-match': '"other"' } })
    expect(statusCode).toBe(400)
  })
})
