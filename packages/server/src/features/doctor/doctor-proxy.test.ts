import { createServer } from 'node:http'
import { describe, expect, it } from 'vitest'
import { databases } from '../../testing/databases.ts'
import { closedAfterEach, emptyFolder, examine, of, worst } from '../../testing/doctor-setup.ts'
import { listenOnLoopback } from '../../testing/loopback.ts'
import { elsewhere, expired } from '../../testing/proxies/certificates.ts'
import { type ProxyBehaviour, startTlsProxy } from '../../testing/proxies/tls-proxy.ts'
import { startTestServer } from '../../testing/test-server.ts'

const onClose = closedAfterEach()
const statesOf = (settings: Record<string, string>) => examine(emptyFolder(onClose), settings)

describe('O7 the doctor at a proxy', () => {
  async function behind(
    behaviour: ProxyBehaviour,
    settings: Record<string, string> = { TRUST_PROXY: 'loopback' },
  ) {
    const proxy = await startTlsProxy(behaviour)
    onClose(proxy.close)
    const server = await startTestServer(databases[0], {}, { PUBLIC_ORIGIN: proxy.origin, ...settings })
    onClose(server.close)
    proxy.leadTo(server.address)
    return statesOf({ PUBLIC_ORIGIN: proxy.origin, ...settings })
  }

  it('O7 O8 finds nothing wrong with a correct proxy', async () => {
    const findings = of('proxy', await behind({}))
    expect(findings.map(({ state }) => state)).toEqual(['ok', 'ok', 'ok', 'ok'])
  })

  it('O7 reports a proxy that does not forward WebSockets', async () => {
    expect(worst('proxy', await behind({ passesUpgrades: false }))).toMatchObject({
      state: 'problem',
      text: expect.stringContaining('WebSocket'),
    })
  })

  it('O8 O7 reports a proxy that does not forward the address of the client', async () => {
    expect(worst('proxy', await behind({ forwards: false }))).toMatchObject({
      state: 'problem',
      fix: expect.stringContaining('X-Forwarded-For'),
    })
  })

  it('O8 O7 reports a proxy that forwards everything but the address of the client', async () => {
    expect(worst('proxy', await behind({ namesClient: false }))).toMatchObject({
      state: 'problem',
      text: 'The server sees the address of the proxy instead of those of the listeners: they all share one limit of login attempts.',
      fix: expect.stringContaining('X-Forwarded-For'),
    })
  })

  it('O8 O7 reports a missing TRUST_PROXY also if PUBLIC_ORIGIN is plain http', async () => {
    expect(worst('proxy', await behind({ isEncrypted: false }, {}))).toMatchObject({
      state: 'problem',
      text: expect.stringContaining('the address of the proxy'),
      fix: expect.stringContaining('TRUST_PROXY'),
    })
  })

  it('O7 says nothing about headers of a proxy if there is none', async () => {
    const findings = of('proxy', await behind({ isEncrypted: false, forwards: false }, { HOST: '0.0.0.0' }))
    expect(findings.map(({ text }) => text)).toEqual([
      expect.stringContaining('leads to this server'),
      'Live connections pass the proxy.',
    ])
  })

  it('O7 reports a missing Strict-Transport-Security', async () => {
    expect(worst('proxy', await behind({ sendsHsts: false }))).toMatchObject({
      state: 'warning',
      fix: 'Let the proxy send: Strict-Transport-Security: max-age=31536000',
    })
  })

  it.each([
    ['ended', { certificate: expired }, 'has expired'],
    ['is for another name', { certificate: elsewhere }, 'another name'],
  ])('O7 names a certificate that %s', async (_what, behaviour, text) => {
    expect(worst('proxy', await behind(behaviour))).toMatchObject({
      state: 'problem',
      text: expect.stringContaining(text),
    })
  })

  it('O7 E1 says that the server is not ready if it answers through the proxy, but without its database', async () => {
    const proxy = await startTlsProxy()
    onClose(proxy.close)
    const error = { code: 'database-away', message: 'The database is away.' }
    const server = createServer((_request, response) => {
      response.writeHead(503).end(JSON.stringify({ error }))
    })
    onClose(() => server.close())
    proxy.leadTo(`http://127.0.0.1:${await listenOnLoopback(server)}`)
    const settings = { TRUST_PROXY: 'loopback', PUBLIC_ORIGIN: proxy.origin }
    expect(worst('proxy', await statesOf(settings))).toMatchObject({
      text: `The server at ${proxy.origin} is not ready: it answers 503.`,
    })
  })

  it('O7 reports a proxy that does not reach the server, and an unknown host name', async () => {
    const proxy = await startTlsProxy()
    onClose(proxy.close)
    const settings = { TRUST_PROXY: 'loopback' }
    expect(worst('proxy', await statesOf({ ...settings, PUBLIC_ORIGIN: proxy.origin }))).toMatchObject({
      text: expect.stringContaining('502'),
    })
    await proxy.close()
    expect(worst('proxy', await statesOf({ ...settings, PUBLIC_ORIGIN: proxy.origin }))).toMatchObject({
      fix: 'Start the proxy, and let the firewall pass its port.',
    })
  })
})
