import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databases } from '../../testing/databases.ts'
import { saveOver } from '../../testing/managed-session.ts'
import {
  granted,
  openSession,
  openSessionFixture,
  refusal,
  type SessionFixture,
  type TestUser,
} from '../../testing/session-fixture.ts'

const HOUR_MS = 3_600_000

describe.each(databases)('the chat on $name', (factory) => {
  let fixture: SessionFixture
  let ann: TestUser
  let ben: TestUser
  let ssid: string

  beforeAll(async () => {
    fixture = await openSessionFixture(factory)
  })
  afterAll(() => fixture.close())
  beforeEach(async () => {
    ;[ann, ben] = [await fixture.addUser('ann'), await fixture.addUser('ben')]
    ssid = await openSession(ann, ben)
  })

  const write = (user: TestUser, text: string, key: string = randomUUID()) =>
    user.call('addChatLine', { params: { ssid }, body: { text, key } })
  const read = (user: TestUser, before?: number) =>
    granted(
      user.call('chat', {
        params: { ssid },
        query: before === undefined ? {} : { before: String(before) },
      }),
    )
  const texts = async (user: TestUser) => (await read(user)).lines.map(({ text }) => text)

  it('C5 C6 lines have a number, an author and a time, and count up in each session', async () => {
    const other = await openSession(ann)
    await granted(write(ann, 'Hello'))
    await granted(
      ann.call('addChatLine', { params: { ssid: other }, body: { text: 'x', key: randomUUID() } }),
    )
    const second = await granted(write(ben, 'Hi\nAnn'))
    const at = fixture.clock.ms
    expect(second).toEqual({ id: 2, user: { id: ben.id, username: ben.name }, text: 'Hi\nAnn', at })
    expect(await read(ben)).toEqual({
      lines: [{ id: 1, user: { id: ann.id, username: ann.name }, text: 'Hello', at }, second],
      last: 2,
      more: false,
      muted: false,
    })
  })

  it('C6 a call that is repeated with its key stores one line, also at the same time', async () => {
    const key = randomUUID()
    const first = await granted(write(ann, 'Once', key))
    const again = await Promise.all([write(ann, 'Once', key), write(ann, 'Once', key)])
    expect(again).toMatchObject([
      { ok: true, value: first },
      { ok: true, value: first },
    ])
    const atOnce = randomUUID()
    await Promise.all([1, 2, 3].map(() => granted(write(ben, 'Together', atOnce))))
    expect(await texts(ann)).toEqual(['Once', 'Together'])
  })

  it('C6 C8 a deleted line does not come back when its call is repeated', async () => {
    const key = randomUUID()
    const { id } = await granted(write(ann, 'Gone', key))
    await granted(ann.call('deleteChatLine', { params: { ssid, id: `${id}` } }))
    expect(await granted(write(ann, 'Gone', key))).toMatchObject({ id, text: '' })
    expect(await texts(ben)).toEqual([])
    expect((await granted(write(ben, 'Next'))).id).toBe(2)
    expect(await texts(ben)).toEqual(['Next'])
  })

  it('C6 lines that are written at once have numbers without gaps, and pages have each line once', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, (_, index) => fixture.addUser(`p${index}`)))
    for (const person of people) await granted(person.call('session', { params: { ssid } }))
    await Promise.all(
      people.flatMap((person) => Array.from({ length: 5 }, (_, index) => granted(write(person, `${index}`)))),
    )
    const newest = await read(ann)
    const oldest = await read(ann, newest.lines[0]?.id)
    expect([newest.lines.length, newest.more, oldest.lines.length, oldest.more]).toEqual([
      50,
      true,
      10,
      false,
    ])
    expect([...oldest.lines, ...newest.lines].map(({ id }) => id)).toEqual(
      Array.from({ length: 60 }, (_, index) => index + 1),
    )
  })

  it('C7 lines are hidden after a day, and deleted by the next job', async () => {
    await granted(write(ann, 'Old'))
    fixture.clock.ms += 23 * HOUR_MS
    await granted(write(ann, 'Young'))
    expect(await texts(ben)).toEqual(['Old', 'Young'])
    fixture.clock.ms += HOUR_MS
    expect(await texts(ben)).toEqual(['Young'])
    const stored = () =>
      fixture.db.selectFrom('chat_lines').select('text').where('session_id', '=', ssid).execute()
    expect(await stored()).toHaveLength(2)
    await fixture.advanceClock(0)
    expect(await stored()).toEqual([{ text: 'Young' }])
    expect((await granted(write(ann, 'Next'))).id).toBe(3)
  })

  it('C7 S6 deleting the session deletes its lines', async () => {
    await granted(write(ann, 'Hello'))
    await granted(ann.call('mute', { params: { ssid }, body: { userID: ben.id, muted: true } }))
    await granted(ann.call('deleteSession', { params: { ssid } }))
    for (const table of ['chat_lines', 'chat_counters', 'chat_mutes'] as const)
      expect(await fixture.db.selectFrom(table).selectAll().where('session_id', '=', ssid).execute()).toEqual(
        [],
      )
    expect(await refusal(write(ben, 'Late'))).toBe('404 not-found')
  })

  it('C6 S6 writing while the session is deleted fails or succeeds, and breaks nothing', async () => {
    const answers = await Promise.all([
      write(ann, 'a'),
      write(ben, 'b'),
      ann.call('deleteSession', { params: { ssid } }),
      write(ben, 'c'),
      ann.call('mute', { params: { ssid }, body: { userID: ben.id, muted: true } }),
      write(ann, 'd'),
    ])
    const codes = answers.flatMap((answer) => (answer.ok ? [] : answer.error.code))
    expect(codes.filter((code) => code !== 'not-found' && code !== 'muted')).toEqual([])
  })

  it('C8 nobody writes after they were muted, on two servers, until the mute is lifted', async () => {
    const { callAs } = await fixture.startSecondServer()
    const mute = (muted: boolean) =>
      granted(callAs(ann)('mute', { params: { ssid }, body: { userID: ben.id, muted } }))
    await mute(true)
    const answers = await Promise.all([
      write(ben, 'one'),
      callAs(ben)('addChatLine', { params: { ssid }, body: { text: 'two', key: randomUUID() } }),
    ])
    expect(answers).toMatchObject([
      { ok: false, status: 403, error: { code: 'muted' } },
      { ok: false, status: 403, error: { code: 'muted' } },
    ])
    expect(await read(ben)).toMatchObject({ lines: [], muted: true })
    expect(await read(ann)).toMatchObject({ mutedPeople: [{ id: ben.id }] })
    await mute(false)
    await granted(write(ben, 'three'))
    expect(await read(ann)).toMatchObject({ lines: [{ text: 'three' }], mutedPeople: [] })
  })

  it('C9 lines of a banned person are hidden until the ban is lifted', async () => {
    await granted(ann.call('upgrade', { params: { ssid }, body: { plan: 'infinite' } }))
    await granted(write(ben, 'Bye'))
    await granted(write(ann, 'Hello'))
    await granted(saveOver(ann, ssid, { banned: [{ user_id: ben.id }] }))
    expect(await texts(ann)).toEqual(['Hello'])
    expect(await refusal(write(ben, 'Still here'))).toBe('403 banned')
    expect(await refusal(ben.call('chat', { params: { ssid }, query: {} }))).toBe('403 banned')
    await granted(saveOver(ann, ssid, { banned: [] }))
    expect(await texts(ann)).toEqual(['Bye', 'Hello'])
  })
})
