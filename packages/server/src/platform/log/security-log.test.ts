import { readFileSync } from 'node:fs'
import { createClient } from '@jointly/contract'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createMemoryRateLimiter } from '../http/rate-limit.ts'
import { createLog } from './log.ts'
import { type SecurityEvent, securityEvents } from './security-log.ts'
import { saveOver } from '../../testing/managed-session.ts'
import { befriend, openSession } from '../../testing/session-fixture.ts'
import { makeCredential, useCredential } from '../../testing/software-authenticator.ts'
import {
  granted,
  PASSWORD,
  type Person,
  startTestServer,
  type TestServer,
} from '../../testing/test-server.ts'

type Line = Partial<SecurityEvent> & { msg: string }

describe('the log of security events', () => {
  const written: string[] = []
  let server: TestServer
  const limiter = createMemoryRateLimiter()
  const started = startTestServer(
    undefined,
    { limiter, log: createLog('info', { write: (line) => void written.push(line) }) },
    { LOG_LEVEL: 'info' },
  )
  let people = 0

  beforeEach(async () => {
    server = await started
    written.length = 0
  })
  afterAll(async () => (await started).close())

  const signUp = (name: string) => server.signUp(`${name}${(people += 1)}`)
  const login = ({ username }: Pick<Person, 'username'>, password = PASSWORD) =>
    server.anonymous('login', { body: { username, password } })
  const lines = () =>
    written
      .join('')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Line)
  /** Returns the events with this name, without the fields that every log line has. */
  const events = (name: SecurityEvent['event']) =>
    lines().flatMap(({ event, userId, network, msg, loginIds, ticketId, sessionId, targetId, role }) =>
      event === name ? [{ userId, network, msg, loginIds, ticketId, sessionId, targetId, role }] : [],
    )
  const network = '127.0.0.1'
  const msg = 'security event'

  it('A8 logs created accounts, and logins that succeed, fail, are blocked and end', async () => {
    const ann = await signUp('ann')
    expect(events('account.created')).toEqual([{ userId: ann.id, network, msg }])
    const { active } = await granted(login(ann))
    expect(events('login.succeeded')).toEqual([
      { userId: ann.id, network, msg, loginIds: [expect.any(String)] },
      { userId: ann.id, network, msg, loginIds: [active.id] },
    ])
    await login(ann, 'wrong1')
    await login({ username: 'nobody' }, 'wrong1')
    expect(events('login.failed')).toEqual([
      { userId: ann.id, network, msg },
      { userId: null, network, msg },
    ])
    for (let attempts = 0; attempts < 10; attempts += 1) await login(ann, 'wrong1')
    await expect.poll(() => events('login.blocked')).toEqual([{ userId: ann.id, network, msg }])
    await granted(server.clientOf(active.token)('logout'))
    expect(events('login.ended')).toEqual([{ userId: ann.id, network, msg, loginIds: [active.id] }])
  })

  it('A8 logs changed, wrong and blocked passwords, and deleted accounts', async () => {
    const ben = await signUp('ben')
    const change = (password: string) =>
      ben.call('changePassword', { body: { password, newPassword: 'other-pass-1' } })
    await change('wrong1')
    await granted(change(PASSWORD))
    expect(events('password.failed')).toEqual([{ userId: ben.id, network, msg }])
    expect(events('password.changed')).toEqual([{ userId: ben.id, network, msg, loginIds: [] }])
    const cleo = await signUp('cleo')
    for (let attempts = 0; attempts < 10; attempts += 1)
      await cleo.call('deleteUser', { body: { password: 'wrong1' } })
    await cleo.call('deleteUser', { body: { password: PASSWORD } })
    await expect.poll(() => events('password.blocked')).toEqual([{ userId: cleo.id, network, msg }])
    await granted(ben.call('deleteUser', { body: { password: 'other-pass-1' } }))
    expect(events('account.deleted')).toMatchObject([{ userId: ben.id, loginIds: [expect.any(String)] }])
  })

  it('A8 logs passkeys that are added, used, refused and removed', async () => {
    const { id, token } = await signUp('pat')
    const origin = server.address.replace('127.0.0.1', 'localhost')
    const call = createClient({ fetch, baseUrl: origin, token: () => token })
    const { credential, answer } = makeCredential(await granted(call('passkeyOptions', { body: {} })), origin)
    const passkey = await granted(call('addPasskey', { body: { name: 'Phone', credential: answer } }))
    const logIn = async (page: string) => {
      const used = useCredential(credential, await granted(call('passkeyLoginOptions')), page)
      return call('passkeyLogin', { body: { credential: used } })
    }
    const { active } = await granted(logIn(origin))
    await logIn('https://evil.example')
    await granted(call('removePasskey', { params: { id: passkey.id } }))
    await logIn(origin)
    const passkeyEvents = lines().filter(({ event }) => event?.startsWith('passkey.'))
    expect(passkeyEvents).toMatchObject([
      { event: 'passkey.added', userId: id, passkeyId: passkey.id, msg },
      { event: 'passkey.used', userId: id, passkeyId: passkey.id, loginIds: [active.id] },
      { event: 'passkey.failed', userId: id, passkeyId: passkey.id },
      { event: 'passkey.removed', userId: id, passkeyId: passkey.id },
      { event: 'passkey.failed', userId: null },
    ])
    expect(events('login.succeeded')).toContainEqual(expect.objectContaining({ loginIds: [active.id] }))
    expect(written.join('')).not.toContain(active.token)
  })

  it('A8 logs blocked logins with a passkey', async () => {
    const consume = vi.spyOn(limiter, 'consume').mockResolvedValue(1)
    await server.anonymous('passkeyLoginOptions')
    consume.mockRestore()
    expect(events('login.blocked')).toEqual([{ userId: null, network, msg }])
  })

  it('A8 logs that reset links are made and used, without the links', async () => {
    const rex = await signUp('rex')
    const boss = await signUp('boss')
    await server.db.updateTable('users').set({ level: 735 }).where('id', '=', boss.id).execute()
    const { active } = await granted(login(boss))
    const { link } = await granted(
      server.clientOf(active.token)('createResetLink', { body: { username: rex.username, endLogins: true } }),
    )
    expect(events('login.ended').at(-1)).toEqual({
      userId: boss.id,
      network,
      msg,
      targetId: rex.id,
      loginIds: [expect.any(String)],
    })
    await granted(login(rex))
    const code = link.split('/').at(-1) ?? ''
    await granted(server.anonymous('resetPassword', { body: { code, password: 'Fresh-music-26' } }))
    expect(events('reset.created')).toEqual([{ userId: boss.id, network, msg, targetId: rex.id }])
    expect(events('reset.used')).toEqual([{ userId: rex.id, network, msg, loginIds: [expect.any(String)] }])
    expect(written.join('')).not.toContain(code)
  })

  it('A8 logs bans, lifted bans and changed roles for each user', async () => {
    const [owner, friend, guest] = [await signUp('owner'), await signUp('friend'), await signUp('guest')]
    await befriend(owner, friend)
    const ssid = await openSession(owner, friend, guest)
    await granted(owner.call('upgrade', { params: { ssid }, body: { plan: 'infinite' } }))
    const save = (body: Parameters<typeof saveOver>[2]) => granted(saveOver(owner, ssid, body))
    await save({ mods: [{ user_id: friend.id, level: 'operator' }], banned: [{ user_id: guest.id }] })
    await save({ banned: [] })
    await save({ mods: [] })
    await save({ mods: [{ user_id: friend.id, level: 'manager' }] })
    await granted(owner.call('deleteUser', { body: { password: PASSWORD } }))
    const by = { userId: owner.id, network, msg, sessionId: ssid }
    expect(events('person.banned')).toEqual([{ ...by, targetId: guest.id }])
    expect(events('person.unbanned')).toEqual([{ ...by, targetId: guest.id }])
    expect(events('role.changed')).toEqual([
      { ...by, targetId: friend.id, role: 'operator' },
      { ...by, targetId: friend.id, role: null },
      { ...by, targetId: friend.id, role: 'manager' },
      { ...by, targetId: friend.id, role: 'owner', network: null },
    ])
  })

  it('A8 blocked attempts do not fill the log', async () => {
    const [ann, ben] = [await signUp('ann'), await signUp('ben')]
    for (let attempts = 0; attempts < 14; attempts += 1) {
      await login(ann, 'wrong1')
      await ann.call('deleteUser', { body: { password: 'wrong1' } })
    }
    for (let attempts = 0; attempts < 12; attempts += 1) await login(ben, 'wrong1')
    await expect
      .poll(() => events('login.blocked'))
      .toEqual([
        { userId: ann.id, network, msg },
        { userId: ben.id, network, msg },
      ])
    expect(events('password.blocked')).toEqual([{ userId: ann.id, network, msg }])
  })

  it('A8 logs refused calls once a minute for each user, call and reason', async () => {
    const ann = await signUp('ann')
    const ben = await signUp('ben')
    const of = () =>
      lines().flatMap(({ event, userId, call, reason }) =>
        event === 'access.denied' || event === 'limit.reached' ? [{ event, userId, call, reason }] : [],
      )
    for (let tries = 0; tries < 3; tries += 1) await ann.call('doctor')
    await ben.call('doctor')
    const denied = { event: 'access.denied', call: 'doctor', reason: 'forbidden' }
    await expect
      .poll(() => of())
      .toEqual([
        { ...denied, userId: ann.id },
        { ...denied, userId: ben.id },
      ])
    for (let tries = 0; tries < 12; tries += 1) await ann.call('exportUser')
    await expect
      .poll(() => of().slice(2))
      .toEqual([{ event: 'limit.reached', userId: ann.id, call: 'exportUser', reason: 'rate-limited' }])
  })

  it('A8 logs invalid logins and pages of other origins once a minute', async () => {
    for (let tries = 0; tries < 3; tries += 1) {
      await server.clientOf('not-a-token')('accounts')
      await server.anonymous('accounts')
      await server.raw('GET', '/api/accounts', { headers: { origin: 'https://evil.example' } })
    }
    const denied = () =>
      lines().map(({ event, userId, network: from, call, reason }) => [event, userId, from, call, reason])
    await expect
      .poll(() => denied())
      .toEqual([
        ['access.denied', null, network, 'accounts', 'unauthenticated'],
        ['access.denied', null, null, undefined, 'foreign-origin'],
      ])
    expect(written.join('')).not.toContain('not-a-token')
    expect(written.join('')).not.toContain('evil')
  })

  it('A8 contains no texts of users and no secrets', async () => {
    const forged = '\n{"level":30,"event":"account.deleted","userId":"ann"}\n'
    await login({ username: forged }, forged)
    await server.raw('POST', '/api/user/', {
      body: JSON.stringify({ username: 'nobody', password: forged }),
      headers: { 'content-type': 'application/json', 'user-agent': '{"event":"role.changed"}' },
    })
    expect(lines().map(({ event }) => event)).toEqual(['login.failed', 'login.failed'])
    const eva = await signUp('eva')
    const { active } = await granted(login(eva))
    await login(eva, 'a-wrong-secret-1')
    await granted(
      eva.call('changePassword', { body: { password: PASSWORD, newPassword: 'another-secret-1' } }),
    )
    const log = written.join('')
    for (const secret of [
      eva.token,
      active.token,
      PASSWORD,
      'a-wrong-secret-1',
      'another-secret-1',
      'forged',
    ])
      expect([secret, log.includes(secret)]).toEqual([secret, false])
    for (const personal of [eva.username, '@example.org', 'account.deleted'])
      expect([personal, log.includes(personal)]).toEqual([personal, false])
  })

  it('A8 the guide for operators explains each event', () => {
    const guide = readFileSync(new URL('../../../../../docs/operating.md', import.meta.url), 'utf8')
    for (const event of securityEvents) expect(guide).toContain(`\`${event}\``)
  })
})

describe('the log of security events where accounts need a ticket', () => {
  it('A8 logs created and claimed tickets with the same id, which is not the code', async () => {
    const written: string[] = []
    const log = createLog('info', { write: (line) => void written.push(line) })
    const server = await startTestServer(undefined, { log }, { REGISTRATION: 'ticket', LOG_LEVEL: 'info' })
    try {
      const claim = (code: string, username: string) => {
        const data = { username, email: `${username}@example.org`, password: PASSWORD }
        return granted(server.anonymous('claimTicket', { params: { code }, body: { code, data } }))
      }
      const link = (await server.app.activationLink()) ?? ''
      await claim(link.slice(link.lastIndexOf('/') + 1), 'first')
      const { active, user } = await granted(
        server.anonymous('login', { body: { username: 'first', password: PASSWORD } }),
      )
      const { code } = await granted(server.clientOf(active.token)('createTicket'))
      await claim(code, 'second')
      const lines = written
        .join('')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Line)
      const tickets = lines.filter(({ event }) => event?.startsWith('ticket.'))
      expect(tickets).toMatchObject([
        { event: 'ticket.claimed' },
        { event: 'ticket.created', userId: user.id, network: '127.0.0.1' },
        { event: 'ticket.claimed', ticketId: tickets[1]?.ticketId },
      ])
      expect(tickets[1]?.ticketId).toHaveLength(12)
      expect(written.join('')).not.toContain(code)
      expect(code).not.toContain(tickets[1]?.ticketId)
    } finally {
      await server.close()
    }
  })
})
