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

  describe('a server that lets people in by ticket', () => {
    let server: TestServer
    beforeAll(async () => {
      server = await startTestServer(database, {}, { REGISTRATION: 'ticket' })
    })
    afterAll(() => server.close())
    const claim = (code: string, username: string) =>
      server.anonymous('claimTicket', { params: { code }, body: { code, data: data(username) } })

    it('A5 refuses registration and says so before it is tried', async () => {
      expect(await refusal(server.anonymous('register', { body: data('ann') }))).toBe('403 forbidden')
      expect((await granted(server.anonymous('provider'))).registration).toBe('ticket')
    })

    it('A5 prints one activation link while it is empty, by which the first person gets level 735', async () => {
      const stale = await server.app.activationLink()
      const link = (await server.app.activationLink()) ?? ''
      expect(link).toContain(`${server.address}/#/activate/`)
      const codeOf = (text: string | null) => text?.split('/').at(-1) ?? ''
      expect(await refusal(claim(codeOf(stale), 'ann'))).toBe('422 ticket')
      expect(await granted(claim(codeOf(link), 'ann'))).toEqual({ success: true })
      const { user } = await granted(
        server.anonymous('login', { body: { username: 'ann', password: PASSWORD } }),
      )
      expect(user.level).toBe(735)
      expect(await server.app.activationLink()).toBe(null)
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

    it('A6 are created by level 735 only, with 128 random bits', async () => {
      expect(await refusal(carla.call('createTicket'))).toBe('403 forbidden')
      const { code, link, validUntil } = await create()
      expect(Buffer.from(code, 'base64url')).toHaveLength(16)
      expect(link).toBe(`${server.address}/#/activate/${code}`)
      expect(validUntil).toBe(nowMs + 14 * 24 * 3_600_000)
    })

    it('A6 used, expired, unknown and mismatched codes are refused by the very same answer', async () => {
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

    it('A6 let in exactly one of two who claim one at once', async () => {
      const { code } = await create()
      const both = await Promise.all([claim(code, 'left'), claim(code, 'right')])
      expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    })

    it('E2 are not used up by a claim that fails', async () => {
      const { code } = await create()
      expect(await refusal(claim(code, 'CARLA'))).toBe('409 taken')
      await granted(claim(code, 'third'))
    })
  })
})
