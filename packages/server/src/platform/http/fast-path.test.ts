import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type TestUser,
  granted,
  type SessionFixture,
  openSessionFixture,
} from '../../testing/session-fixture.ts'

describe('answers from the cache', () => {
  let fixture: SessionFixture
  let guest: TestUser
  let address: string

  beforeAll(async () => {
    fixture = await openSessionFixture()
    guest = await fixture.addUser('guest')
    const { id } = await granted(
      guest.call('createSession', { body: { title: 'Kitchen', isPrivate: false, managed: false } }),
    )
    address = `${fixture.origin}/api/session/${id}`
  })
  afterAll(() => fixture.close())

  /** Runs `calls`. @returns how many of these requests the fast path has answered */
  const fromMemoryIn = async (calls: () => Promise<unknown>): Promise<number> => {
    const before = fixture.answeredFromMemory()
    await calls()
    return fixture.answeredFromMemory() - before
  }

  /** Sends a request. @returns the answer without its date and `nowTime`, which differ between equal answers */
  const ask = async (at: string, headers: Record<string, string> = {}, method = 'GET') => {
    const answer = await fetch(at, {
      method,
      headers: { authorization: `Bearer ${guest.token}`, ...headers },
    })
    const text = (await answer.text()).replace(/"nowTime":\d+/, '"nowTime":0')
    const { date: _, ...answerHeaders } = Object.fromEntries(answer.headers)
    return { status: answer.status, text, headers: answerHeaders }
  }

  it('D2 are equal to the answers of the router, with all headers', async () => {
    await ask(address)
    // The router answers this request, because the URL has a query.
    const usual = await ask(`${address}?usual`)
    expect(usual.status).toBe(200)
    expect(usual.headers).toHaveProperty('content-security-policy')
    expect(await ask(address)).toEqual(usual)
    expect(await ask(`${address}/`)).toEqual(usual)
    const etag = usual.headers['etag'] ?? ''
    for (const tags of [etag, `W/${etag}`, `"another" ,  ${etag} `, `"another",W/${etag}`]) {
      const unchanged = await ask(`${address}?usual`, { 'if-none-match': tags })
      expect([unchanged.status, unchanged.text]).toEqual([304, ''])
      expect(await ask(address, { 'if-none-match': tags })).toEqual(unchanged)
    }
    expect(await ask(address, { 'if-none-match': '"another"' })).toEqual(usual)
  })

  it('D2 are sent only for data that was loaded before, and only for the exact path', async () => {
    await ask(address)
    expect(await fromMemoryIn(() => ask(address))).toBe(1)
    const etag = (await ask(address)).headers['etag'] ?? ''
    expect(await fromMemoryIn(() => ask(address, { 'if-none-match': etag }))).toBe(1)
    for (const other of [`${address}?usual`, `${address}/`, `${address}/options`])
      expect([other, await fromMemoryIn(() => ask(other))]).toEqual([other, 0])
    expect(await fromMemoryIn(() => ask(address, {}, 'HEAD'))).toBe(0)
    expect(await fromMemoryIn(() => ask(address, { authorization: 'Bearer unknown' }))).toBe(0)
  })

  it('A1 are sent only with a valid token, and only for the requested session', async () => {
    await ask(address)
    for (const authorization of ['Bearer unknown', 'Bearer null', guest.token, ''])
      expect((await ask(address, { authorization })).status).toBe(401)
    expect((await ask(address.slice(0, -1))).status).toBe(404)
    expect((await ask(`${address}/options`)).headers['etag']).toBeUndefined()
    expect(await ask(address, {}, 'HEAD')).toMatchObject({ status: 200, text: '' })
  })
})
