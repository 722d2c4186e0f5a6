import type { InvitationQuery, Policy } from '@jointly/contract'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMemoryRateLimiter, type RateLimiter } from '../../platform/http/rate-limit.ts'
import {
  granted,
  link,
  type Person,
  refusal,
  startTestServer,
  type TestServer,
} from '../../testing/test-server.ts'

const UNKNOWN = { ssid: '3f2c1f9e-7f0a-4a57-9d2b-0d9d3b1f6a01', code: 'ZZZZZ2' }

describe('invitations', () => {
  let server: TestServer
  let ann: Person
  beforeAll(async () => {
    server = await startTestServer()
    ann = await server.signUp('ann')
    await link(ann, 'ann')
  })
  afterAll(() => server.close())

  async function create(title = 'Kitchen') {
    const { id: ssid } = await granted(
      ann.call('createSession', { body: { title, managed: false, isPrivate: false } }),
    )
    const { session } = await granted(ann.call('session', { params: { ssid } }))
    return { ssid, code: session.code }
  }
  const open = (query: InvitationQuery) => server.anonymous('invitation', { query })
  const setPolicy = async (ssid: string, policy: Policy) => {
    const { version } = await granted(ann.call('options', { params: { ssid } }))
    await granted(ann.call('saveOptions', { params: { ssid }, body: { version, policy } }))
  }

  it('J2 shows title, owner, song and people to everyone who has the link or the code', async () => {
    const { ssid, code } = await create()
    const quiet = { ssid, code, title: 'Kitchen', owner: 'ann', song: null, people: 1, guests: true }
    expect(await granted(open({ ssid }))).toEqual(quiet)
    const { data } = await granted(ann.call('songs', { query: { query: 'a' } }))
    await granted(ann.call('voteUp', { params: { ssid }, body: { songID: data[0]?.id ?? '' } }))
    const { song } = await granted(ann.call('play', { params: { ssid } }))
    const shown = { title: song?.title, artists: song?.artists, cover: song?.cover }
    expect(await granted(open({ code }))).toEqual({ ...quiet, song: shown })
  })

  it('J1 J2 accepts a code as people type it', async () => {
    const { ssid, code } = await create()
    for (const typed of [
      code.toLowerCase(),
      `${code.slice(0, 3)}-${code.slice(3)}`,
      ` ${[...code].join(' ')}`,
    ])
      expect(await granted(open({ code: typed }))).toMatchObject({ ssid })
  })

  it('J2 S2 a closed, a deleted and an unknown session look the same', async () => {
    const closed = await Promise.all(
      (['invite', 'strict'] as const).map(async (policy) => {
        const session = await create()
        await setPolicy(session.ssid, policy)
        return session
      }),
    )
    const deleted = await create()
    await granted(ann.call('deleteSession', { params: { ssid: deleted.ssid } }))
    const answers = new Set<string>()
    for (const { ssid, code } of [...closed, deleted, UNKNOWN, { ...UNKNOWN, ssid: randomUUID() }])
      for (const query of [`ssid=${ssid}`, `code=${code}`]) {
        const { status, text } = await server.raw('GET', `/api/invitation/?${query}`)
        answers.add(`${status} ${text}`)
      }
    expect([...answers]).toEqual([expect.stringMatching(/^404 .*"not-found"/)])
  })

  it('J2 a session that opens again has its invitation again', async () => {
    const { ssid, code } = await create()
    await setPolicy(ssid, 'invite')
    expect(await refusal(open({ code }))).toBe('404 not-found')
    await setPolicy(ssid, 'free')
    expect(await granted(open({ code }))).toMatchObject({ ssid })
  })

  it('J2 a mistyped code, and a lookup without or with both names, are not valid', async () => {
    for (const query of ['', 'code=ABC', 'code=ABC23O', 'code=ABC2345', 'ssid=x', `code=${'A'.repeat(500)}`])
      expect([query, (await server.raw('GET', `/api/invitation/?${query}`)).status]).toEqual([query, 422])
    const { ssid, code } = await create()
    expect(await refusal(open({ ssid, code }))).toBe('422 invalid')
  })
})

describe('limits of invitations', () => {
  let server: TestServer
  const clock = { ms: Date.UTC(2026, 10, 20, 20) }
  /** Runs once, when a lookup has checked its limit and continues. */
  let meanwhile: (() => Promise<unknown>) | null = null
  const memory = createMemoryRateLimiter()
  const limiter: RateLimiter = {
    ...memory,
    async peek(attempt) {
      const waitMs = await memory.peek(attempt)
      const work = meanwhile
      meanwhile = null
      await work?.()
      return waitMs
    },
  }
  beforeAll(async () => {
    server = await startTestServer(
      undefined,
      { now: () => clock.ms, limiter },
      { TRUST_PROXY: 'loopback', PUBLIC_ORIGIN: 'http://party.test', REGISTRATION: 'open' },
    )
  })
  afterAll(() => server.close())

  /** Creates a session of a new user, which everyone with its link or code may enter. */
  async function openByLink(username: string) {
    const owner = await server.signUp(username)
    const body = { title: 'Kitchen', managed: false, isPrivate: false }
    const { id: ssid } = await granted(owner.call('createSession', { body }))
    const { session } = await granted(owner.call('session', { params: { ssid } }))
    return { ssid, code: session.code }
  }
  const lookUp = async (network: string, query: string) => {
    const headers = { 'x-forwarded-for': network }
    const { status, headers: sent } = await server.raw('GET', `/api/invitation/?${query}`, { headers })
    return { status, retryAfterSec: Number(sent.get('retry-after')) }
  }

  it('J3 a network that tries wrong codes has to wait, also for the right one; others do not', async () => {
    const { ssid, code: right } = await openByLink('ann')
    for (let tries = 0; tries < 20; tries += 1)
      expect((await lookUp('203.0.113.1', `code=${UNKNOWN.code}`)).status).toBe(404)
    for (const code of [UNKNOWN.code, right]) {
      const { status, retryAfterSec } = await lookUp('203.0.113.1', `code=${code}`)
      expect(status).toBe(429)
      expect(retryAfterSec).toBeGreaterThan(500)
    }
    expect((await lookUp('203.0.113.1', `ssid=${ssid}`)).status).toBe(200)
    expect((await lookUp('203.0.113.2', `code=${right}`)).status).toBe(200)
  })

  it('J3 codes that are tried at the same moment count too, and none is then shown as right', async () => {
    const { code } = await openByLink('ben')
    const tryWrongCodes = (network: string, count: number) =>
      Promise.all(Array.from({ length: count }, () => lookUp(network, `code=${UNKNOWN.code}`)))
    for (const [network, tried, wrongCodes, status] of [
      ['203.0.113.4', code, 20, 429],
      ['203.0.113.5', UNKNOWN.code, 20, 429],
      ['203.0.113.6', code, 19, 200],
      ['203.0.113.7', UNKNOWN.code, 19, 404],
    ] as const) {
      meanwhile = () => tryWrongCodes(network, wrongCodes)
      expect([network, (await lookUp(network, `code=${tried}`)).status]).toEqual([network, status])
    }
  })

  it('J3 right codes do not use up the limit of wrong ones, but all lookups have a limit', async () => {
    const { code } = await openByLink('cleo')
    for (let tries = 0; tries < 120; tries += 1)
      expect([tries, (await lookUp('203.0.113.3', `code=${code}`)).status]).toEqual([tries, 200])
    expect((await lookUp('203.0.113.3', `code=${code}`)).status).toBe(429)
  })
})
