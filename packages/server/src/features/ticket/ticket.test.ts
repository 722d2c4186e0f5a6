import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  granted,
  PASSWORD,
  type Person,
  refusal,
  startTestServer,
  type TestServer,
} from '../../testing/test-server.ts'
import { databases } from '../../testing/databases.ts'

describe.each(databases)('tickets on $name', (database) => {
  const data = (username: string) => ({ username, email: `${username}@example.org`, password: PASSWORD })

  describe('a server with registration by ticket', () => {
    let server: TestServer
    let nowMs = Date.UTC(2026, 10, 21)
    beforeAll(async () => {
      server = await startTestServer(database, { now: () => nowMs }, { REGISTRATION: 'ticket' })
    })
    afterAll(() => server.close())
    const claim = (code: string, username: string) =>
      server.anonymous('claimTicket', { params: { code }, body: { code, data: data(username) } })

    it('A5 refuses registration, and tells the app so in advance', async () => {
      expect(await refusal(server.anonymous('register', { body: data('ann') }))).toBe('403 forbidden')
      expect((await granted(server.anonymous('provider'))).registration).toBe('ticket')
    })

    it('A5 prints one activation link while it is empty, which gives the first person level 735', async () => {
      const stale = await server.app.activationLink()
      nowMs += 60_001
      const ofNeighbour = await server.app.activationLink()
      const link = (await server.app.activationLink()) ?? ''
      // Passkeys need a host name, so the link uses `localhost`.
      const address = server.address.replace('127.0.0.1', 'localhost')
      expect(link).toContain(`${address}/#/activate/`)
      const codeOf = (text: string | null) => text?.split('/').at(-1) ?? ''
      expect(await refusal(claim(codeOf(stale), 'ann'))).toBe('422 ticket')
      expect(await granted(claim(codeOf(link), 'ann'))).toEqual({ success: true })
      const { user } = await granted(
        server.anonymous('login', { body: { username: 'ann', password: PASSWORD } }),
      )
      expect(user.level).toBe(735)
      expect(await server.app.activationLink()).toBe(null)
      expect(await refusal(claim(codeOf(ofNeighbour), 'ben'))).toBe('422 ticket')
    })
  })

  describe('the ticket page', () => {
    let nowMs = Date.UTC(2026, 10, 21)
    let server: TestServer
    let dora: Person
    let carla: Person
    beforeAll(async () => {
      server = await startTestServer(database, { now: () => nowMs })
      dora = await server.signUp('dora')
      carla = await server.signUp('carla')
    })
    afterAll(() => server.close())
    const address = async () => (await granted(dora.call('openTicketPage'))).url
    const open = (url: string) => server.raw('GET', url)
    const submit = (code: string) =>
      server.raw('POST', '/ticket', {
        headers: { 'content-type': 'application/x-www-form-urlencoded', origin: server.address },
        body: new URLSearchParams({ code }).toString(),
      })
    const codeIn = (html: string) => /name="code" value="([^"]+)"/.exec(html)?.[1] ?? ''
    const linkIn = (html: string) => /<output[^>]*>([^<]+)<\/output>/.exec(html)?.[1] ?? ''
    const openedCode = async () => codeIn((await open(await address())).text)

    it('A6 can be opened only by level 735, and its address does not contain the token', async () => {
      expect(await refusal(carla.call('openTicketPage'))).toBe('403 forbidden')
      expect(await address()).toMatch(/^\/ticket\?code=[\w-]{43}&lang=en$/)
      expect(await address()).not.toContain(dora.token)
    })

    it('A6 opens once and for ten minutes; used, expired and unknown codes show the same page', async () => {
      const url = await address()
      expect((await open(url)).status).toBe(200)
      const expired = await address()
      const ended = [await open(url), await open('/ticket?code=unknown'), await open('/ticket')]
      nowMs += 10 * 60_000
      ended.push(await open(expired), await submit('unknown'))
      expect(new Set(ended.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
      expect(ended[0]).toMatchObject({ status: 403, text: expect.stringContaining('has expired') })
    })

    it('A6 creates several tickets one after the other, each of which can be claimed', async () => {
      const first = await submit(await openedCode())
      const second = await submit(codeIn(first.text))
      expect(first.text).toMatch(/It ends on Saturday,? 5 December 2026\./)
      const links = [first, second].map(({ text }) => linkIn(text))
      expect(new Set(links).size).toBe(2)
      for (const [index, link] of links.entries()) {
        expect(link).toContain(`${server.address}/#/activate/`)
        const code = link.split('/').at(-1) ?? ''
        const body = { code, data: data(`guest${index}`) }
        await granted(server.anonymous('claimTicket', { params: { code }, body }))
      }
    })

    it('W3 is in the language of the app, also after a ticket was created', async () => {
      const first = await open((await address()).replace('lang=en', 'lang=de'))
      expect(first.text).toContain('<html lang="de">')
      expect(first.text).toContain('<input type="hidden" name="lang" value="de">')
      expect((await open(`${await address()}x`)).text).toContain('<html lang="en">')
    })

    it('A6 a form that is submitted twice at once creates one ticket', async () => {
      const code = await openedCode()
      const both = await Promise.all([submit(code), submit(code)])
      expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 403])
    })

    it('A6 ends with the login that opened it, and with the level', async () => {
      const body = { username: 'dora', password: PASSWORD }
      const { active } = await granted(server.anonymous('login', { body }))
      const call = server.clientOf(active.token)
      const { url } = await granted(call('openTicketPage'))
      await granted(call('logout'))
      expect((await open(url)).status).toBe(403)
      const code = await openedCode()
      await server.db.updateTable('users').set({ level: 0 }).where('id', '=', dora.id).execute()
      expect((await submit(code)).status).toBe(403)
      await server.db.updateTable('users').set({ level: 735 }).where('id', '=', dora.id).execute()
    })

    it('W2 has the theme that the app asks for, also after the form', async () => {
      const opened = await open(`${await address()}&theme=dark`)
      expect(opened.text).toContain('data-theme="dark"')
      expect(opened.text).toContain('name="theme" value="dark"')
      expect((await open('/ticket?theme=light')).text).toContain('data-theme="light"')
      for (const other of ['', '&theme=%22%3E']) {
        const { text } = await open(`${await address()}${other}`)
        expect(text).not.toMatch(/<html[^>]* data-theme|name="theme"/)
      }
    })

    it('A6 runs no script, and only the app can frame it', async () => {
      const { headers, text } = await open(await address())
      const policy = headers.get('content-security-policy') ?? ''
      for (const rule of ["default-src 'none'", "frame-ancestors 'self'", "form-action 'self'"])
        expect(policy).toContain(rule)
      expect(policy).not.toContain('unsafe-inline')
      expect(headers.get('x-frame-options')).toBe('SAMEORIGIN')
      expect(headers.get('referrer-policy')).toBe('same-origin')
      expect(headers.get('cache-control')).toBe('no-store')
      expect(text).not.toContain('<script')
    })

    it('E1 input that is not a form is refused', async () => {
      const json = { 'content-type': 'application/json' }
      expect((await server.raw('POST', '/ticket', { headers: json, body: '{}' })).status).toBe(403)
      expect((await server.raw('POST', '/ticket', { headers: json, body: '{"code":{}}' })).status).toBe(403)
      const form = { 'content-type': 'application/x-www-form-urlencoded' }
      const long = 'x'.repeat(10_000)
      expect((await server.raw('POST', '/ticket', { headers: form, body: long })).error?.code).toBe(
        'too-large',
      )
      // Only pages accept forms. API calls accept JSON.
      expect((await server.raw('POST', '/api/user/', { headers: form, body: 'a=b' })).error?.code).toBe(
        'media-type',
      )
    })
  })

  describe('tickets', () => {
    let nowMs = Date.UTC(2026, 10, 21)
    let server: TestServer
    let dora: Person
    let carla: Person
    beforeAll(async () => {
      server = await startTestServer(database, { now: () => nowMs })
      dora = await server.signUp('dora')
      carla = await server.signUp('carla')
    })
    afterAll(() => server.close())
    const create = () => granted(dora.call('createTicket'))
    const claim = (code: string, username: string, inBody = code) =>
      server.anonymous('claimTicket', { params: { code }, body: { code: inBody, data: data(username) } })

    it('A6 are created only by level 735, with 128 random bits', async () => {
      expect(await refusal(carla.call('createTicket'))).toBe('403 forbidden')
      const { code, link, validUntil } = await create()
      expect(Buffer.from(code, 'base64url')).toHaveLength(16)
      expect(link).toBe(`${server.address}/#/activate/${code}`)
      expect(validUntil).toBe(nowMs + 14 * 24 * 3_600_000)
    })

    it('A6 used, expired, unknown and mismatched codes get the same answer', async () => {
      const used = await create()
      await granted(claim(used.code, 'first'))
      const other = await create()
      const expired = await create()
      const refusals = [
        await claim(used.code, 'second'),
        await claim('unknown', 'second'),
        await claim(other.code, 'second', 'x'),
      ]
      nowMs += 14 * 24 * 3_600_000
      refusals.push(await claim(expired.code, 'second'))
      expect(new Set(refusals.map((answer) => JSON.stringify(answer))).size).toBe(1)
      expect(refusals[0]).toMatchObject({ ok: false, status: 422, error: { code: 'ticket' } })
    })

    it('A6 if two people claim one at the same time, only one succeeds', async () => {
      const { code } = await create()
      const both = await Promise.all([claim(code, 'left'), claim(code, 'right')])
      expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    })

    it('A4 claims are limited for each network', async () => {
      const limited = await startTestServer(database)
      const attempt = () =>
        refusal(
          limited.anonymous('claimTicket', { params: { code: 'x' }, body: { code: 'x', data: data('eva') } }),
        )
      for (let claims = 0; claims < 30; claims += 1) expect(await attempt()).toBe('422 ticket')
      expect(await attempt()).toBe('429 rate-limited')
      await limited.close()
    })

    it('E2 are not used up by a failed claim', async () => {
      const { code } = await create()
      expect(await refusal(claim(code, 'CARLA'))).toBe('409 taken')
      await granted(claim(code, 'third'))
    })
  })
})
