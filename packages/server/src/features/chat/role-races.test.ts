import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { whileLosing } from '../../testing/barriers.ts'
import { databases } from '../../testing/databases.ts'
import { openSessionOfRoles, type RoleName } from '../../testing/managed-session.ts'
import {
  granted,
  openSessionFixture,
  type SessionFixture,
  type TestUser,
} from '../../testing/session-fixture.ts'

describe.each(databases)('the chat while a person loses their role on $name', (factory) => {
  let fixture: SessionFixture
  let people: Record<RoleName, TestUser>
  let ssid: string

  beforeAll(async () => {
    fixture = await openSessionFixture(factory)
  })
  afterAll(() => fixture.close())
  beforeEach(async () => {
    ;({ people, ssid } = await openSessionOfRoles(fixture))
  })

  /** Runs `call` while another transaction takes the operator's role away. */
  const whileLosingRole = <T>(call: () => Promise<T>): Promise<T> =>
    whileLosing(factory, fixture.db, { ssid, userId: people.operator.id, loss: 'role' }, call)

  it('C8 nobody is muted by a person who has just lost the role', async () => {
    const { operator, guest } = people
    const mute = () => operator.call('mute', { params: { ssid }, body: { userID: guest.id, muted: true } })
    expect(await whileLosingRole(mute)).toMatchObject({ status: 403, error: { code: 'forbidden' } })
    expect((await granted(guest.call('chat', { params: { ssid }, query: {} }))).muted).toBe(false)
  })

  it('C8 no line of another person is deleted by a person who has just lost the role', async () => {
    const { operator, guest } = people
    const body = { text: 'Hello', key: randomUUID() }
    const { id } = await granted(guest.call('addChatLine', { params: { ssid }, body }))
    const remove = () => operator.call('deleteChatLine', { params: { ssid, id: String(id) } })
    expect(await whileLosingRole(remove)).toMatchObject({ status: 403, error: { code: 'forbidden' } })
    expect((await granted(guest.call('chat', { params: { ssid }, query: {} }))).lines).toHaveLength(1)
  })
})
