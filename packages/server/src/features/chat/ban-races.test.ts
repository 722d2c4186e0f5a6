import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { beginTransaction, untilBlocked } from '../../testing/barriers.ts'
import { databases, hasRowLocks } from '../../testing/databases.ts'
import { openSessionOfRoles, type RoleName, saveOver } from '../../testing/managed-session.ts'
import {
  granted,
  openSessionFixture,
  type SessionFixture,
  type TestUser,
} from '../../testing/session-fixture.ts'

describe.each(databases)('a line and a ban at the same moment, on $name', (factory) => {
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

  const write = () =>
    people.guest.call('addChatLine', { params: { ssid }, body: { text: 'Hello', key: randomUUID() } })
  const ban = () => saveOver(people.owner, ssid, { banned: [{ user_id: people.guest.id }] })
  const switchOff = () => saveOver(people.owner, ssid, { chat: false })
  /** On PostgreSQL, stops each line right before it is stored, when its transaction has made all its checks. */
  const holdLines = () =>
    beginTransaction(fixture.db, async (trx) => {
      if (hasRowLocks(factory)) await sql`lock table chat_lines in share mode`.execute(trx)
    })

  /** Runs `change` while a line is being stored. @returns what happened, in this order */
  async function changeDuringLine(change: () => Promise<{ ok: boolean }>): Promise<string[]> {
    const happened: string[] = []
    const stop = fixture.bus.subscribe((event) => {
      if (event.type === 'session' && event.ssid === ssid) happened.push('options')
      if (event.type !== 'chat') return
      for (const what of ['lines', 'hidden'] as const) if (event.message[what]) happened.push(what)
    })
    const held = await holdLines()
    const writing = write()
    await untilBlocked(factory, fixture.db, writing)
    const changing = change()
    await untilBlocked(factory, fixture.db, changing, 2)
    await held.commit()
    await Promise.all([granted(writing), changing])
    stop()
    return happened
  }

  it('C9 the line is sent before the message that hides the lines of the person', async () => {
    const happened = await changeDuringLine(ban)
    expect(happened.filter((what) => what !== 'options')).toEqual(['lines', 'hidden'])
    const page = await granted(people.owner.call('chat', { params: { ssid }, query: {} }))
    expect(page).toMatchObject({ lines: [], last: 1 })
  })

  it('C4 the line is sent before the chat is off', async () => {
    expect(await changeDuringLine(switchOff)).toEqual(['lines', 'options'])
  })
})
