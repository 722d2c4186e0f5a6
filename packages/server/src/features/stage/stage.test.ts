import { liveClose } from '@jointly/contract'
import { CODE_PATTERN } from '@jointly/domain'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connectLive, connectLiveAs } from '../../testing/live-client.ts'
import { openManagedSession } from '../../testing/managed-session.ts'
import { openSession } from '../../testing/session-fixture.ts'
import { granted, type Person, refusal, startTestServer, type TestServer } from '../../testing/test-server.ts'

const clock = { aheadMs: 0 }
let server: TestServer
let ann: Person
let ssid: string
let people = 0

beforeAll(async () => {
  server = await startTestServer(undefined, { now: () => Date.now() + clock.aheadMs })
  await server.signUp('operator')
})
afterAll(() => server.close())
beforeEach(async () => {
  ann = await newPerson('ann')
  ssid = await openSession(ann)
})

const newPerson = (name: string) => server.signUp(`${name}${(people += 1)}`)
const newStage = () => granted(server.anonymous('createStage'))
const pair = (host: Person, code: string, sound = false, where = ssid) =>
  host.call('pairStage', { params: { ssid: where }, body: { code, sound } })
const state = (secret: string) => server.anonymous('stageState', { body: { secret } })
const follow = async (secret: string, where = ssid) => {
  const live = await connectLiveAs(server.address, secret)
  live.say({ type: 'open', ssid: where })
  return live
}

/** Creates a stage that is paired with the session. */
async function pairedStage({ sound = false, where = ssid } = {}) {
  const { code, secret } = await newStage()
  const stages = await granted(pair(ann, code, sound, where))
  return { secret, code, id: stages.at(-1)?.id ?? '' }
}

describe('pairing', () => {
  it('X1 a screen gets a code without a login, and shows the session when its owner types the code', async () => {
    const { code, secret, expires } = await newStage()
    expect(code).toMatch(CODE_PATTERN)
    expect(expires - Date.now()).toBeLessThanOrEqual(600_000)
    expect(await granted(state(secret))).toEqual({ ssid: null, sound: false })
    const typed = `${code.slice(0, 3).toLowerCase()}-${code.slice(3)} `
    const [stage] = await granted(pair(ann, typed))
    expect(stage).toMatchObject({ sound: false })
    expect(await granted(state(secret))).toEqual({ ssid, sound: false })
    expect(await granted(ann.call('stages', { params: { ssid } }))).toEqual([stage])
  })

  it('X1 a code works once and for ten minutes', async () => {
    const used = await pairedStage()
    const other = await openSession(ann)
    const again = await pair(ann, used.code, false, other)
    expect(again).toMatchObject({ status: 422, error: { fields: { code: 'unknown' } } })
    expect(await granted(state(used.secret))).toMatchObject({ ssid })

    const { code, secret } = await newStage()
    clock.aheadMs += 600_000
    expect(await refusal(pair(ann, code))).toBe('422 invalid')
    expect(await refusal(state(secret))).toBe('401 unauthenticated')
  })

  it('X1 of two hosts who type a code at once, one gets the screen', async () => {
    const ben = await newPerson('ben')
    const theirs = await openSession(ben)
    const { code } = await newStage()
    const answers = await Promise.all([pair(ann, code), pair(ben, code, false, theirs)])
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  })

  it('X1 owner and managers pair and remove screens, others do not', async () => {
    const members = await Promise.all(['manager', 'operator', 'relate', 'guest'].map(newPerson))
    const [manager, operator, relate, guest] = members.map((person) => ({ ...person, name: person.username }))
    if (!manager || !operator || !relate || !guest) throw new Error('no members')
    const owner = { ...ann, name: ann.username }
    const levels = [
      [manager, 'manager'],
      [operator, 'operator'],
      [relate, 'relate'],
    ] as const
    const managed = await openManagedSession(owner, levels, guest)
    const answers = async (host: Person) => {
      const { id } = await pairedStage({ where: managed })
      const { code } = await newStage()
      const called = [
        await host.call('stages', { params: { ssid: managed } }),
        await pair(host, code, false, managed),
        await host.call('changeStage', { params: { ssid: managed, id }, body: { sound: true } }),
        await host.call('removeStage', { params: { ssid: managed, id } }),
      ]
      return called.map((answer) => (answer.ok ? 'granted' : answer.error.code))
    }
    const each = (answer: string) => Array.from({ length: 4 }, () => answer)
    for (const host of [owner, manager]) expect(await answers(host)).toEqual(each('granted'))
    for (const host of [operator, relate, guest]) expect(await answers(host)).toEqual(each('forbidden'))
  })

  it('X1 a session has at most ten screens', async () => {
    for (let count = 0; count < 10; count += 1) await pairedStage()
    const { code, secret } = await newStage()
    expect(await refusal(pair(ann, code))).toBe('409 too-many')
    expect(await granted(state(secret))).toEqual({ ssid: null, sound: false })
  })

  it('X1 X10 in a full session, a new screen replaces the one that was off the longest, if it was off for a day, and gets its number', async () => {
    const first = await pairedStage()
    clock.aheadMs += 60_000
    for (let count = 1; count < 10; count += 1) await pairedStage()
    clock.aheadMs += 24 * 3_600_000 - 120_000
    const { code, secret } = await newStage()
    expect(await refusal(pair(ann, code))).toBe('409 too-many')
    clock.aheadMs += 60_000
    expect(await refusal(pair(ann, '222222'))).toBe('422 invalid')
    expect((await granted(ann.call('stages', { params: { ssid } })))[0]).toMatchObject({ id: first.id })
    const numbers = (await granted(pair(ann, code))).map(({ number }) => number)
    expect(numbers.toSorted((one, other) => one - other)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(await granted(state(secret))).toMatchObject({ ssid })
    expect(await refusal(state(first.secret))).toBe('401 unauthenticated')
  })

  it('X10 screens have steady numbers: a new one gets the first free number, and the others keep theirs', async () => {
    const [first, second, third] = [await pairedStage(), await pairedStage(), await pairedStage()]
    const numbers = async () =>
      new Map((await granted(ann.call('stages', { params: { ssid } }))).map(({ id, number }) => [id, number]))
    const before = await numbers()
    expect([first, second, third].map(({ id }) => before.get(id))).toEqual([1, 2, 3])
    await granted(ann.call('removeStage', { params: { ssid, id: second.id } }))
    const fourth = await pairedStage()
    const after = await numbers()
    expect([first, third, fourth].map(({ id }) => after.get(id))).toEqual([1, 3, 2])
  })

  it('X10 a host names a screen and takes the name back, without changing its sound', async () => {
    const { id } = await pairedStage({ sound: true })
    const change = (name: string | null) => ann.call('changeStage', { params: { ssid, id }, body: { name } })
    expect(await granted(change('  Terrace '))).toMatchObject([{ name: 'Terrace', number: 1, sound: true }])
    for (const name of ['', ' ', 'a\u202Eb', 'x'.repeat(41)])
      expect(await change(name)).toMatchObject({ status: 422, error: { fields: { name: 'name' } } })
    expect(await granted(change(null))).toMatchObject([{ name: null, sound: true }])
  })

  it('X2 after twenty wrong codes, a person waits also with the right one', async () => {
    const { code } = await newStage()
    for (let wrong = 0; wrong < 20; wrong += 1) expect(await refusal(pair(ann, '222222'))).toBe('422 invalid')
    expect(await refusal(pair(ann, code))).toBe('429 rate-limited')
  })
})

describe('what a stage may do', () => {
  it('X3 it follows its session over the live connection, and no other', async () => {
    const { secret } = await pairedStage()
    const live = await follow(secret)
    expect((await live.next('session')).session.session.id).toBe(ssid)
    expect((await live.next('you')).you).toEqual({
      role: 'guest',
      votes: {},
      skip: false,
      favorite: false,
      added: 0,
    })
    const other = await openSession(ann)
    live.say({ type: 'open', ssid: other })
    expect(await live.next('gone')).toMatchObject({ ssid: other, reason: 'not-found' })
  })

  it('X3 it follows a closed session too', async () => {
    const body = { title: 'Closed', managed: false, isPrivate: true }
    const { id } = await granted(ann.call('createSession', { body }))
    const live = await follow((await pairedStage({ where: id })).secret, id)
    expect((await live.next('session')).session.session.title).toBe('Closed')
  })

  it('X3 a stage that is not paired, or an unknown secret, has no live connection', async () => {
    for (const token of [(await newStage()).secret, 'unknown-secret-unknown-secret']) {
      const live = await connectLive(server.address)
      live.say({ type: 'hello', token })
      expect(await live.closed).toBe(liveClose.unauthenticated)
    }
  })

  it('X3 removing a stage ends its connection and its secret at once', async () => {
    const { secret, id } = await pairedStage()
    const live = await follow(secret)
    await live.next('you')
    expect(await granted(ann.call('removeStage', { params: { ssid, id } }))).toEqual([])
    expect(await live.closed).toBe(liveClose.unauthenticated)
    expect(await refusal(state(secret))).toBe('401 unauthenticated')
    expect(await refusal(ann.call('removeStage', { params: { ssid, id } }))).toBe('404 not-found')
  })

  it('X3 the stages of a deleted session end', async () => {
    const { secret } = await pairedStage()
    const live = await follow(secret)
    await live.next('you')
    await granted(ann.call('deleteSession', { params: { ssid } }))
    expect((await live.next('gone')).reason).toBe('deleted')
    expect(await refusal(state(secret))).toBe('401 unauthenticated')
  })

  it('C1 C5 X4 a stage gets reactions and no chat, and cannot react', async () => {
    const stage = await follow((await pairedStage()).secret)
    await stage.next('you')
    const own = await connectLiveAs(server.address, ann.token)
    own.say({ type: 'open', ssid })
    await own.next('you')
    const body = { text: 'Only for people', key: 'a-key-for-people' }
    await granted(ann.call('addChatLine', { params: { ssid }, body }))
    await own.next('chat')
    stage.say({ type: 'react', ssid, emoji: 1 })
    stage.say({ type: 'clock', sentMs: 1 })
    await stage.next('clock')
    own.say({ type: 'react', ssid, emoji: 0 })
    expect((await stage.next('reactions')).counts).toEqual([1, 0, 0, 0, 0, 0])
    expect(stage.hasReceived('chat')).toBe(false)
  })

  it('X4 a stage is not among the people and counts for nothing', async () => {
    const silent = await follow((await pairedStage()).secret)
    const speaker = await follow((await pairedStage({ sound: true })).secret)
    await Promise.all([silent.next('you'), speaker.next('you')])
    const { active, activeCount } = await granted(ann.call('session', { params: { ssid } }))
    expect([active.map(({ id }) => id), activeCount]).toEqual([[ann.id], 1])
    const { listenerCount, withoutCount } = await granted(ann.call('matcher', { params: { ssid } }))
    expect(listenerCount + withoutCount).toBe(1)
  })
})

describe('sound', () => {
  const account = (secret: string) => server.anonymous('stageAccount', { body: { secret } })

  it('X5 a stage with sound gets one account of its own, which ends with its sound or with the stage', async () => {
    const grants = async () => (await server.providerGrants()).length
    const before = await grants()
    const { secret, id } = await pairedStage({ sound: true })
    const first = await granted(account(secret))
    const second = await granted(account(secret))
    expect([first.status, first.refresh_token, second.id]).toEqual(['ok', '', id])
    expect(second.access_token).not.toBe('')
    expect(await grants()).toBe(before + 1)

    const live = await follow(secret)
    const switchSound = (sound: boolean) =>
      granted(ann.call('changeStage', { params: { ssid, id }, body: { sound } }))
    expect(await switchSound(false)).toMatchObject([{ sound: false }])
    expect((await live.next('changed')).what).toBe('stage')
    await expect.poll(grants).toBe(before)
    expect(await refusal(account(secret))).toBe('403 forbidden')

    await switchSound(true)
    await granted(account(secret))
    await granted(ann.call('removeStage', { params: { ssid, id } }))
    await expect.poll(grants).toBe(before)
    expect(await refusal(account(secret))).toBe('401 unauthenticated')
  })

  it('X5 the account of a stage is stored encrypted', async () => {
    const { secret, id } = await pairedStage({ sound: true })
    await granted(account(secret))
    const row = await server.db
      .selectFrom('stages')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain(secret)
    expect(row.refresh_token.length).toBeGreaterThan(80)
  })

  it('X5 a silent stage has no account', async () => {
    const { secret } = await pairedStage()
    expect(await refusal(account(secret))).toBe('403 forbidden')
  })

  it('X5 with another streaming service a stage has no sound', async () => {
    const real = await startTestServer(undefined, {}, { SPOTIFY_CLIENT_ID: 'ours' })
    try {
      const host = await real.signUp('host')
      const id = await openSession(host)
      const { code } = await granted(real.anonymous('createStage'))
      const pairing = (sound: boolean) =>
        host.call('pairStage', { params: { ssid: id }, body: { code, sound } })
      expect(await refusal(pairing(true))).toBe('409 provider-refused')
      expect(await granted(pairing(false))).toHaveLength(1)
    } finally {
      await real.close()
    }
  })
})
