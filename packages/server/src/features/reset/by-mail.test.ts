import { routes } from '@jointly/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLog } from '../../platform/log/log.ts'
import { startMailServer } from '../../testing/mail-server.ts'
import { granted, refusal, startTestServer, type TestServer } from '../../testing/test-server.ts'

const ORIGIN = 'https://music.example.org'
const settings = (smtpUrl: string) => ({
  SMTP_URL: smtpUrl,
  MAIL_FROM: 'Jointly <jointly@example.org>',
  PUBLIC_ORIGIN: ORIGIN,
  REGISTRATION: 'open',
})

/** Returns a function that sends a request from a network, for a server with `TRUST_PROXY`. */
const senderTo =
  (server: TestServer) => (method: string, path: string, network: string, body: Record<string, string>) =>
    server.raw(method, path, {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', 'x-forwarded-for': network },
    })

type MailServer = Awaited<ReturnType<typeof startMailServer>>

/** Waits until mails have arrived. A server that stops waits only two seconds for its queue. */
const arrived = ({ mails }: MailServer, count: number) => expect.poll(() => mails.length).toBe(count)

describe('requests of reset links by mail', () => {
  let mail: MailServer
  let server: TestServer
  beforeAll(async () => {
    mail = await startMailServer()
    // Each reading of the clock is later, so that no two accounts have the same age.
    let nowMs = Date.now()
    server = await startTestServer(undefined, { now: () => (nowMs += 1) }, settings(mail.url))
  })
  afterAll(async () => {
    await server.close()
    await mail.close()
  })

  const ask = (who: string) => server.anonymous('mailResetLink', { body: { who } })
  const mailsTo = (address: string) => mail.mails.filter(({ to }) => to.includes(address))
  const mailTo = (address: string) =>
    expect
      .poll(() => mailsTo(address)[0]?.text)
      .toBeDefined()
      .then(() => mailsTo(address)[0]?.text ?? '')

  it('A15 the server tells the app that it sends mail', async () => {
    expect(await granted(server.anonymous('provider'))).toMatchObject({ resetMail: true })
  })

  it('A15 are sent to the address of the account, by name or address, as plain text with the public origin', async () => {
    await server.signUp('ann')
    expect(await granted(ask('ANN'))).toEqual({})
    const text = await mailTo('ann@example.org')
    expect(text).toMatch(/^From: Jointly <jointly@example\.org>\r$/m)
    expect(text).toMatch(/^Content-Type: text\/plain/m)
    const code = new RegExp(`${ORIGIN}/#/reset/([A-Za-z0-9_-]{43})`).exec(text)?.[1] ?? ''
    await granted(server.anonymous('resetPassword', { body: { code, password: 'Fresh-music-26' } }))
    await granted(server.anonymous('login', { body: { username: 'ann', password: 'Fresh-music-26' } }))

    await server.signUp('ben')
    await granted(ask('Ben@Example.org'))
    expect(await mailTo('ben@example.org')).toContain('ben: ')
  })

  it('A15 an address with several accounts gets one mail with a link for each', async () => {
    for (const username of ['cleo', 'claire'])
      await granted(
        server.anonymous('register', {
          body: { username, email: 'both@example.org', password: 'Music-2026' },
        }),
      )
    await granted(ask('both@example.org'))
    const text = await mailTo('both@example.org')
    expect(text).toMatch(/^cleo: http\S+\r?\nclaire: http\S+\r?$/m)
    expect(text).toContain('the link of your account')
  })

  it('A15 a mail has links for the five oldest accounts of the address', async () => {
    for (const username of ['zoe', 'm1a', 'm2a', 'm3a', 'm4a', 'm5a']) {
      const body = { username, email: 'six@example.org', password: 'Music-2026' }
      await granted(server.anonymous('register', { body }))
    }
    await granted(ask('six@example.org'))
    const links = (await mailTo('six@example.org')).matchAll(/^(\w+): http/gm)
    expect([...links].map(([, name]) => name)).toEqual(['zoe', 'm1a', 'm2a', 'm3a', 'm4a'])
  })

  it('A15 W3 are in the language of the app from which they are requested', async () => {
    await server.signUp('emil')
    const { path } = routes.mailResetLink
    const headers = { 'content-type': 'application/json', 'accept-language': 'de' }
    await server.raw('POST', path, { body: JSON.stringify({ who: 'emil' }), headers })
    const text = await mailTo('emil@example.org')
    expect(text).toMatch(/^Subject: Neues Passwort bei Jointly\r$/m)
    expect(text).toContain('Öffne den Link deines Kontos innerhalb von 24 Stunden')
    expect(text).toMatch(/^emil: http\S+\r?$/m)
  })

  it('A15 the answer is the same for an unknown account, which gets no mail', async () => {
    await server.signUp('dan')
    const answers = []
    for (const who of ['nobody', 'nobody@example.org', "' or 1=1 --@x", '\u0000@example.org', 'dan'])
      answers.push(await ask(who))
    for (const answer of answers) expect(answer).toEqual({ ok: true, value: {} })
    const before = mail.mails.length
    await mailTo('dan@example.org')
    expect(mail.mails.length - before).toBeLessThanOrEqual(1)
    expect(mail.mails.flatMap(({ to }) => to)).not.toContain('nobody@example.org')
  })
})

describe('limits of reset links by mail', () => {
  it('A15 an address gets 3 mails an hour, for all names together', async () => {
    const mail = await startMailServer()
    const server = await startTestServer(undefined, {}, settings(mail.url))
    const addresses = { e1: 'Many', e2: 'many', e3: 'many', e4: 'MANY', eva: 'last' }
    for (const [username, name] of Object.entries(addresses)) {
      const body = { username, email: `${name}@example.org`, password: 'Music-2026' }
      await granted(server.anonymous('register', { body }))
    }
    for (const who of Object.keys(addresses))
      await granted(server.anonymous('mailResetLink', { body: { who } }))
    await arrived(mail, 4)
    await server.close()
    const names = mail.mails.map(({ text }) => /^(e\w+): http/m.exec(text)?.[1])
    expect(names).toEqual(['e1', 'e2', 'e3', 'eva'])
    await mail.close()
  })

  it('A15 repeated requests by strangers do not keep a user from their mail for long', async () => {
    const mail = await startMailServer()
    const server = await startTestServer(undefined, {}, { ...settings(mail.url), TRUST_PROXY: 'loopback' })
    const send = senderTo(server)
    const ask = async (network: string, who = 'ann') =>
      (await send('POST', '/api/reset/mail', network, { who })).status
    const person = { username: 'ann', email: 'ann@example.org', password: 'Music-2026' }
    await send('PUT', '/api/user/', '203.0.113.1', person)

    // This network has reached its limit of three mails. The owner of the account can still request a mail from
    // a new network.
    for (let round = 0; round < 5; round += 1) expect(await ask('198.51.100.1')).toBe(200)
    expect(await ask('198.51.100.1')).toBe(429)
    expect(await ask('203.0.113.2')).toBe(200)
    // Many unknown networks reach their common limit. The known network has its own limit.
    for (let network = 2; network < 12; network += 1) expect(await ask(`198.51.100.${network}`)).toBe(200)
    expect(await ask('203.0.113.1', 'ann@example.org')).toBe(200)
    await arrived(mail, 3 + 1 + 6 + 1)
    await server.close()
    expect(mail.mails).toHaveLength(3 + 1 + 6 + 1)
    await mail.close()
  })

  it.each([
    { oldest: 'ann', who: 'mallory', mails: 10 + 1 },
    { oldest: 'ann', who: 'ann@example.org', mails: 10 + 1 },
    { oldest: 'mallory', who: 'mallory', mails: 10 },
  ])(
    'A15 Mallory knows 12 networks and requests $who; $oldest is oldest; the address gets $mails mails',
    async ({ oldest, who, mails }) => {
      const mail = await startMailServer()
      const server = await startTestServer(undefined, {}, { ...settings(mail.url), TRUST_PROXY: 'loopback' })
      const send = senderTo(server)
      const password = 'Music-2026'
      for (const username of ['ann', 'mallory'])
        await send('PUT', '/api/user/', '203.0.113.1', { username, email: 'ann@example.org', password })
      await server.db.updateTable('users').set({ created_at: 0 }).where('username', '=', oldest).execute()
      for (let network = 1; network <= 12; network += 1) {
        const from = `198.51.100.${network}`
        expect((await send('POST', '/api/user/', from, { username: 'mallory', password })).status).toBe(200)
        expect((await send('POST', '/api/reset/mail', from, { who })).status).toBe(200)
      }
      // Ann requests a mail from the network in which she registered.
      expect((await send('POST', '/api/reset/mail', '203.0.113.1', { who: 'ann' })).status).toBe(200)
      await arrived(mail, mails)
      await server.close()
      expect(mail.mails).toHaveLength(mails)
      await mail.close()
    },
  )

  it.each([
    { refused: 3, networks: 1 },
    { refused: 10, networks: 10 },
  ])(
    'A15 mails that the mail server refused do not count (mails: $refused, networks: $networks)',
    async ({ refused, networks }) => {
      const mail = await startMailServer(undefined, refused)
      const server = await startTestServer(undefined, {}, { ...settings(mail.url), TRUST_PROXY: 'loopback' })
      await server.signUp('ann')
      const send = senderTo(server)
      for (let times = 0; times <= refused; times += 1) {
        const network = `198.51.100.${times % networks}`
        expect((await send('POST', '/api/reset/mail', network, { who: 'ann' })).status).toBe(200)
      }
      await arrived(mail, 1)
      await server.close()
      expect(mail.mails).toHaveLength(1)
      await mail.close()
    },
  )

  it('A15 requests for one name or address are limited, also for unknown accounts', async () => {
    const mail = await startMailServer()
    const server = await startTestServer(undefined, {}, settings(mail.url))
    await server.signUp('ann')
    const ask = (who: string) => refusal(server.anonymous('mailResetLink', { body: { who } }))
    for (let round = 0; round < 5; round += 1) await ask('ann')
    expect(await ask('Ann')).toBe('429 rate-limited')
    for (let round = 0; round < 4; round += 1) await ask('nobody')
    expect(await ask(`other`)).toBe('429 rate-limited')
    await server.close()
    await mail.close()
  })

  it('A15 G6 an account without an address gets no mail, and none is logged', async () => {
    const mail = await startMailServer()
    const written: string[] = []
    const log = createLog('info', { write: (line) => void written.push(line) })
    const server = await startTestServer(undefined, { log }, settings(mail.url))
    await server.signUp('ann')
    await server.db.updateTable('users').set({ email: '' }).execute()
    expect(await granted(server.anonymous('mailResetLink', { body: { who: 'ann' } }))).toEqual({})
    await server.close()
    await mail.close()
    expect(written.join('')).not.toMatch(/reset\.mailed|could not be mailed/)
  })

  it('A15 a failed mail is logged, and the answer stays the same', async () => {
    const mail = await startMailServer()
    await mail.close()
    const written: string[] = []
    const log = createLog('info', { write: (line) => void written.push(line) })
    const server = await startTestServer(undefined, { log }, settings(mail.url))
    await server.signUp('ann')
    expect(await granted(server.anonymous('mailResetLink', { body: { who: 'ann' } }))).toEqual({})
    await expect.poll(() => written.join('')).toMatch(/"msg":"a reset link could not be mailed"/)
    await server.close()
    expect(written.join('')).toMatch(/the mail server took no mail: ESOCKET CONN/)
    expect(written.join('')).not.toContain('ann@')
  })

  it('A15 without mail, the server tells the app so and refuses the call', async () => {
    const server = await startTestServer()
    expect(await granted(server.anonymous('provider'))).toMatchObject({ resetMail: false })
    expect(await refusal(server.anonymous('mailResetLink', { body: { who: 'ann' } }))).toBe('403 forbidden')
    await server.close()
  })
})
