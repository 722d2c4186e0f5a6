import { randomUUID } from 'node:crypto'
import { CODE_PATTERN } from '@jointly/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases } from '../../testing/databases.ts'
import { granted, type Person, startTestServer, type TestServer } from '../../testing/test-server.ts'
import { giveMissingCodes } from './new-session-code.ts'
import { findSessionByCode, insertSession } from './session-store.ts'

describe.each(databases)('session codes on $name', (database) => {
  let server: TestServer
  let ann: Person
  beforeAll(async () => {
    server = await startTestServer(database)
    ann = await server.signUp('ann')
  })
  afterAll(() => server.close())

  const create = async () => {
    const session = { title: 'Kitchen', managed: false, isPrivate: false }
    const { id } = await granted(ann.call('createSession', { body: session }))
    return id
  }
  const codeOf = async (ssid: string) => {
    const { session } = await granted(ann.call('session', { params: { ssid } }))
    return session.code
  }

  it('J1 every session has its own code, which its members see', async () => {
    const codes = [await codeOf(await create()), await codeOf(await create())]
    for (const code of codes) expect(code).toMatch(CODE_PATTERN)
    expect(new Set(codes).size).toBe(2)
  })

  it('J1 a code that is in use is not used again', async () => {
    const taken = await codeOf(await create())
    const codes = [taken, taken, 'NEW222']
    const session = {
      ...{ ssid: randomUUID(), title: 'Bath', ownerId: ann.id, policy: 'link' as const },
      ...{ skipPercent: 35, flavor: '{}' },
    }
    await insertSession(server.db, session, 0, () => codes.shift() ?? '')
    expect(await findSessionByCode(server.db, 'NEW222', 0)).toMatchObject({ ssid: session.ssid })
    expect(await findSessionByCode(server.db, taken, 0)).not.toMatchObject({ ssid: session.ssid })
  })

  it('J1 when a server starts, sessions without a code get one and the others keep theirs', async () => {
    const [old, older, current] = [await create(), await create(), await create()]
    const before = await codeOf(current)
    await server.db.updateTable('sessions').set({ code: '' }).where('id', 'in', [old, older]).execute()
    await Promise.all([giveMissingCodes(server.db), giveMissingCodes(server.db)])
    const rows = await server.db.selectFrom('sessions').select(['id', 'code']).execute()
    const codes = new Map(rows.map(({ id, code }) => [id, code]))
    for (const id of [old, older]) expect(codes.get(id)).toMatch(CODE_PATTERN)
    expect(new Set(codes.values()).size).toBe(rows.length)
    expect(codes.get(current)).toBe(before)
  })
})
