import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createMemoryRateLimiter } from '../../platform/http/rate-limit.ts'
import { refuse } from '../../platform/refusal.ts'
import { createSessionContext } from '../../session/context.ts'
import { Presence } from '../../session/presence/presence.ts'
import { openSessionOfRoles, type RoleName, roleNames, saveOver } from '../../testing/managed-session.ts'
import {
  granted,
  openSession,
  openSessionFixture,
  refusal,
  type SessionFixture,
  type TestUser,
} from '../../testing/session-fixture.ts'
import { addLine } from './service.ts'

type Who = RoleName | 'extra' | 'stranger' | 'banned' | 'muted'
/** `ok`, or the status and code of the refusal. */
type Outcome = string

/** What each call answers to each person. `mutes` lists whom they may mute. */
const table: Record<
  Who,
  { read: Outcome; write: Outcome; deleteOwn: Outcome; deleteOther: Outcome; mutes: readonly Who[] }
> = {
  owner: {
    ...{ read: 'ok', write: 'ok', deleteOwn: 'ok', deleteOther: 'ok' },
    mutes: ['manager', 'operator', 'relate', 'guest', 'muted'],
  },
  manager: {
    ...{ read: 'ok', write: 'ok', deleteOwn: 'ok', deleteOther: 'ok' },
    mutes: ['operator', 'relate', 'guest', 'muted'],
  },
  operator: {
    ...{ read: 'ok', write: 'ok', deleteOwn: 'ok', deleteOther: 'ok' },
    mutes: ['relate', 'guest', 'muted'],
  },
  relate: { read: 'ok', write: 'ok', deleteOwn: 'ok', deleteOther: '403 forbidden', mutes: [] },
  guest: { read: 'ok', write: 'ok', deleteOwn: 'ok', deleteOther: '403 forbidden', mutes: [] },
  extra: { read: 'ok', write: 'ok', deleteOwn: 'ok', deleteOther: '403 forbidden', mutes: [] },
  muted: { read: 'ok', write: '403 muted', deleteOwn: 'ok', deleteOther: '403 forbidden', mutes: [] },
  stranger: {
    ...{ read: '409 not-inside', write: '409 not-inside', deleteOwn: '409 not-inside' },
    ...{ deleteOther: '409 not-inside', mutes: [] },
  },
  banned: {
    ...{ read: '403 banned', write: '403 banned', deleteOwn: '403 banned' },
    ...{ deleteOther: '403 banned', mutes: [] },
  },
}
const everyone = Object.keys(table) as Who[]

describe('permissions of the chat', () => {
  let fixture: SessionFixture
  let people: Record<Who, TestUser>
  let ssid: string
  const lines = new Map<Who, number>()

  beforeAll(async () => {
    fixture = await openSessionFixture()
  })
  afterAll(() => fixture.close())

  beforeEach(async () => {
    const opened = await openSessionOfRoles(fixture)
    ssid = opened.ssid
    const [muted, banned, stranger] = [
      await fixture.addUser('muted'),
      await fixture.addUser('banned'),
      await fixture.addUser('stranger'),
    ]
    people = { ...opened.people, extra: opened.extra, muted, banned, stranger }
    for (const user of [muted, banned]) await granted(user.call('session', { params: { ssid } }))
    for (const who of everyone) if (who !== 'stranger') lines.set(who, (await granted(write(people[who]))).id)
    await granted(mute(people.owner, muted, true))
    await granted(saveOver(people.owner, ssid, { banned: [{ user_id: banned.id }] }))
  })

  const write = (user: TestUser, text = 'Hello') =>
    user.call('addChatLine', { params: { ssid }, body: { text, key: randomUUID() } })
  const mute = (user: TestUser, target: { id: string }, muted: boolean) =>
    user.call('mute', { params: { ssid }, body: { userID: target.id, muted } })
  const remove = (user: TestUser, id = 0) => user.call('deleteChatLine', { params: { ssid, id: String(id) } })
  const outcome = async (answer: Parameters<typeof refusal>[0]): Promise<Outcome> =>
    (await answer).ok ? 'ok' : refusal(answer)

  it.each(everyone)('C5 C8 C9 %s reads, writes, deletes and mutes as the table says', async (who) => {
    const user = people[who]
    const expected = table[who]
    expect(await outcome(user.call('chat', { params: { ssid }, query: {} }))).toBe(expected.read)
    expect(await outcome(write(user))).toBe(expected.write)
    expect(await outcome(remove(user, lines.get(who)))).toBe(expected.deleteOwn)
    const other = lines.get(who === 'extra' ? 'guest' : 'extra')
    expect(await outcome(remove(user, other))).toBe(expected.deleteOther)
    for (const target of roleNames) {
      if (target === who) continue
      const answer = await outcome(mute(user, people[target], true))
      const mayNot = expected.read === 'ok' ? '403 forbidden' : expected.read
      expect([target, answer]).toEqual([target, expected.mutes.includes(target) ? 'ok' : mayNot])
    }
  })

  it('C8 nobody mutes themselves or someone who was never here, and a muted operator cannot lift it', async () => {
    const { owner, operator, stranger } = people
    expect(await refusal(mute(owner, owner, true))).toBe('422 invalid')
    expect(await refusal(mute(owner, stranger, true))).toBe('404 not-found')
    expect(await refusal(mute(owner, { id: randomUUID() }, true))).toBe('404 not-found')
    await granted(mute(owner, operator, true))
    expect(await refusal(mute(operator, operator, false))).toBe('422 invalid')
    expect(await refusal(write(operator))).toBe('403 muted')
  })

  it('C8 in an ordinary session only the owner deletes lines of others and mutes', async () => {
    const { owner, guest, extra } = people
    ssid = await openSession(owner, guest, extra)
    const { id } = await granted(write(extra))
    expect(await refusal(remove(guest, id))).toBe('403 forbidden')
    expect(await refusal(mute(guest, extra, true))).toBe('403 forbidden')
    await granted(remove(owner, id))
    await granted(remove(owner, id))
    await granted(mute(owner, extra, true))
    expect(await refusal(write(extra))).toBe('403 muted')
  })

  it('C8 an author deletes a line that is already deleted, and it is announced once', async () => {
    const { owner, guest, extra } = people
    const announced: unknown[] = []
    const stop = fixture.bus.subscribe((event) => {
      if (event.type === 'chat') announced.push(event.message)
    })
    const id = lines.get('guest') ?? 0
    for (const user of [owner, guest, owner]) await granted(remove(user, id))
    expect(await refusal(remove(extra, id))).toBe('403 forbidden')
    stop()
    expect(announced).toEqual([{ type: 'chat', ssid, deleted: [id] }])
  })

  it('C8 only those who moderate the chat see who is muted', async () => {
    for (const who of everyone) {
      if (table[who].read !== 'ok') continue
      const { mutedPeople, muted } = await granted(people[who].call('chat', { params: { ssid }, query: {} }))
      expect([who, mutedPeople?.map(({ id }) => id), muted]).toEqual([
        who,
        table[who].deleteOther === 'ok' ? [people.muted.id] : undefined,
        who === 'muted',
      ])
    }
  })

  it('C4 while the chat is off, every call is refused, and lines are back when it is on again', async () => {
    const { owner, guest } = people
    await granted(saveOver(owner, ssid, { chat: false }))
    expect((await granted(guest.call('session', { params: { ssid } }))).setup.chat).toBe(false)
    for (const user of [owner, guest])
      for (const answer of [
        user.call('chat', { params: { ssid }, query: {} }),
        write(user),
        remove(user, lines.get('guest')),
        mute(user, people.extra, true),
      ])
        expect(await refusal(answer)).toBe('403 chat-off')
    await granted(saveOver(owner, ssid, { chat: true }))
    expect((await granted(guest.call('chat', { params: { ssid }, query: {} }))).lines).not.toEqual([])
  })

  it('C5 a text is stored clean', async () => {
    const cases = [
      ['  trimmed \n', 'trimmed'],
      ['two\r\nrows', 'two\nrows'],
      ['a\n\n\n\n\nb', 'a\n\nb'],
      ['bell\u0007 and \u202Eturned\u202C \uD800', 'bell and turned'],
      ['<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
      ['x'.repeat(500), 'x'.repeat(500)],
      ['🎉'.repeat(500), '🎉'.repeat(500)],
      [`${' '.repeat(20_000)}far`, 'far'],
    ] as const
    for (const [text, stored] of cases) expect((await granted(write(people.guest, text))).text).toBe(stored)
  })

  it('C5 O6 a text that is empty or too long is refused by its field', async () => {
    const invalid = [
      ...['', ' \n ', '\u200B\n\u200B', '\u202E'],
      ...['x'.repeat(501), '🎉'.repeat(501), 'x'.repeat(100_000), 'e\u0301'.repeat(50_000)],
    ]
    for (const text of invalid)
      expect([text.length, await write(people.guest, text)]).toMatchObject([
        text.length,
        { status: 422, error: { code: 'invalid', fields: { text: 'line' } } },
      ])
  })

  it.each(['banned', 'muted'] as const)(
    'C5 C8 C9 a person who is %s while they send a line writes nothing',
    async (what) => {
      const { owner, guest } = people
      const { db, bus, clock } = fixture
      const sessions = createSessionContext(
        { db, bus, now: () => clock.ms, random: () => 0, logSecurity: () => {}, logFault: () => {} },
        (deps) => new Presence(deps),
      )
      const ban = () => owner.call('setBan', { params: { ssid, id: guest.id }, body: { banned: true } })
      const limiter = {
        ...createMemoryRateLimiter(),
        // The limits are checked after the first look at the ban and the mute.
        consume: async () => {
          await granted<unknown>(what === 'banned' ? ban() : mute(owner, guest, true))
          return 0
        },
      }
      const line = { text: 'Hello', key: randomUUID() }
      expect(await addLine({ sessions, limiter }, { ssid, userId: guest.id }, line)).toEqual(refuse(what))
    },
  )

  it('C10 a person writes 10 lines in 10 seconds, and the answer says how long to wait', async () => {
    const user = await fixture.addUser('fast')
    await granted(user.call('session', { params: { ssid } }))
    for (let line = 0; line < 10; line += 1) await granted(write(user))
    const refused = await write(user)
    expect(refused).toMatchObject({ status: 429, error: { code: 'rate-limited' } })
    expect(refused.ok ? null : refused.retryAfterSec).toBeGreaterThan(0)
  })

  it('C10 a flood from many people stops at the limit of the session', async () => {
    // This test uses a new session, because the lines that `beforeEach` wrote count, too.
    ssid = await openSession(people.owner)
    const crowd = await Promise.all(Array.from({ length: 30 }, (_, index) => fixture.addUser(`c${index}`)))
    for (const user of crowd) await granted(user.call('session', { params: { ssid } }))
    const answers = await Promise.all(
      crowd.flatMap((user) => Array.from({ length: 5 }, () => outcome(write(user)))),
    )
    expect(answers.filter((answer) => answer === 'ok')).toHaveLength(100)
    expect(new Set(answers)).toEqual(new Set(['ok', '429 rate-limited']))
  })
})
