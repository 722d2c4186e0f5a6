import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { hashOfSecret } from '../../platform/security/secret-code.ts'
import { databases } from '../../testing/databases.ts'
import { connectLiveAs, listenLive } from '../../testing/live-client.ts'
import { openSession } from '../../testing/session-fixture.ts'
import {
  granted,
  PASSWORD,
  type Person,
  refusal,
  startTestServer,
  type TestServer,
} from '../../testing/test-server.ts'

describe.each(databases)('guests on $name', (database) => {
  let server: TestServer
  let ann: Person
  let ssid: string
  let songID: string
  beforeAll(async () => {
    server = await startTestServer(database)
    ann = await server.signUp('ann')
    const { data } = await granted(ann.call('songs', { query: { query: 'a' } }))
    songID = data[0]?.id ?? ''
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    ssid = await openSession(ann)
  })

  const open = (person: Person, where = ssid) => person.call('session', { params: { ssid: where } })
  const vote = (person: Person) =>
    person.call('voteUp', { params: { ssid }, body: { songID, vote: 'up' as const } })
  const setOptions = async (body: { guests?: boolean; policy?: 'free' | 'invite' | 'strict' }) => {
    const { version } = await granted(ann.call('options', { params: { ssid } }))
    return granted(ann.call('saveOptions', { params: { ssid }, body: { version, ...body } }))
  }
  const ban = async ({ id }: Person) => {
    await granted(ann.call('upgrade', { params: { ssid }, body: { plan: 'infinite' } }))
    const { version } = await granted(ann.call('options', { params: { ssid } }))
    const body = { version, banned: [{ user_id: id }] }
    return granted(ann.call('saveOptions', { params: { ssid }, body }))
  }
  const join = (nickname: string, where = ssid) =>
    refusal(server.anonymous('joinAsGuest', { body: { nickname, ssid: where } }))

  it('G1 a guest needs a nickname only, has a token, and everyone sees that they are a guest', async () => {
    const robin = await server.joinAsGuest('  Röbin 7 ', ssid)
    expect(await granted(robin.call('user', { query: {} }))).toEqual({
      ...{ id: robin.id, username: 'Röbin 7', guest: true, email: '', level: 0 },
    })
    const { active } = await granted(open(robin))
    expect(active).toEqual([
      { id: ann.id, username: 'ann' },
      { id: robin.id, username: 'Röbin 7', guest: true },
    ])
    const shown = await granted(ann.call('user', { query: { userID: robin.id } }))
    expect(shown).toEqual({ id: robin.id, username: 'Röbin 7', guest: true })
  })

  it('G1 a nickname is no protected name: two people may have it, also one of an account', async () => {
    const [one, two] = [await server.joinAsGuest('ann', ssid), await server.joinAsGuest('ann', ssid)]
    expect(new Set([one.id, two.id, ann.id]).size).toBe(3)
  })

  it.each(['guest', 'g', 'robin'])('G1 N2 the search for %s finds no guest', async (s) => {
    const robin = await server.joinAsGuest('robin', ssid)
    const found = await granted(ann.call('findFriends', { body: { s } }))
    expect(found).toEqual([])
    expect(await refusal(ann.call('changeFriend', { body: { friend: robin.id } }))).toBe('404 not-found')
  })

  it('G1 A3 A4 nobody logs in as a guest, and the nickname of an account opens nothing', async () => {
    const robin = await server.joinAsGuest('ann', ssid)
    for (const username of ['robin', `:${robin.id}`, robin.id])
      expect(await refusal(server.anonymous('login', { body: { username, password: PASSWORD } }))).toBe(
        '401 credentials',
      )
    const networks = await server.db
      .selectFrom('known_networks')
      .selectAll()
      .where('user_id', '=', robin.id)
      .execute()
    expect(networks).toEqual([])
  })

  it.each([
    ['HTML', '<b>Robin</b>'],
    ['a script', '"><script>alert(1)</script>'],
    ['a change of direction', 'Robin\u202Enna'],
    ['an isolate', '\u2067Robin\u2069'],
    ['a control character', 'Ro\u0007bin'],
    ['two lines', 'Robin\nann'],
    ['an invisible letter', 'Ro\u200Bbin'],
    ['nothing visible', ' \u00A0 '],
    ['a letter that is drawn as nothing', '\u3164'],
    ['signs only', '-._'],
    ['a tower of marks', `x${'\u0301'.repeat(4)}`],
    ['21 characters', 'x'.repeat(21)],
    ['a very long text', 'x'.repeat(60_000)],
    ['nothing', ''],
  ])('G1 a nickname with %s is refused', async (_what, nickname) => {
    const body = { nickname, ssid }
    const answer = await server.anonymous('joinAsGuest', { body })
    expect(answer).toMatchObject({
      status: 422,
      error: { code: 'invalid', fields: { nickname: 'nickname' } },
    })
  })

  it.each(['R', '李雷', 'नमस्ते', 'مريم', "Zoë O'Neil-Müller", 'x_7.', '𝒳𝒳', 'x'.repeat(20)])(
    'G1 %s is a nickname',
    async (nickname) => {
      expect((await server.joinAsGuest(nickname, ssid)).username).toBe(nickname.normalize('NFC'))
    },
  )

  it('G3 the same device is the same guest again, with one vote, under the new nickname', async () => {
    const robin = await server.joinAsGuest('Robin', ssid)
    await granted(open(robin))
    await granted(vote(robin))
    const again = await server.joinAsGuest('Kim', ssid, robin.device)
    expect(again).toMatchObject({ id: robin.id, device: robin.device, username: 'Kim' })
    expect(await granted(vote(again))).toMatchObject({ score: 1, upvotes: 1 })
    const { active } = await granted(open(ann))
    expect(active.map(({ username }) => username)).toEqual(['ann', 'Kim'])
    expect(await granted(robin.call('user', { query: {} }))).toMatchObject({ username: 'Kim' })
  })

  it('G3 an unknown device counts as none, and only a hash of a device is stored', async () => {
    const robin = await server.joinAsGuest('Robin', ssid, 'of another server')
    expect(robin.device).not.toBe('of another server')
    const row = await server.db
      .selectFrom('guests')
      .select('device_hash')
      .where('user_id', '=', robin.id)
      .executeTakeFirstOrThrow()
    expect(row.device_hash).toBe(hashOfSecret(robin.device))
  })

  it('G3 S5 a banned guest stays banned under another name', async () => {
    const robin = await server.joinAsGuest('Robin', ssid)
    await granted(open(robin))
    const { banned } = await ban(robin)
    expect(banned).toEqual([{ user_id: robin.id, username: 'Robin', guest: true }])
    const again = await server.joinAsGuest('Kim', ssid, robin.device)
    expect(await refusal(open(again))).toBe('403 banned')
    expect(await refusal(vote(again))).toBe('403 banned')
  })

  it.each(['deleted themselves', 'became an account'])(
    'G3 S5 a banned guest who %s is banned again on the same device, until the ban is lifted',
    async (what) => {
      const robin = await server.joinAsGuest('Robin', ssid)
      await granted(open(robin))
      await ban(robin)
      const username = `robin-${ssid.slice(0, 8)}`
      if (what === 'deleted themselves') await granted(robin.call('deleteGuest'))
      else await granted(robin.call('upgradeGuest', { body: { username, password: PASSWORD } }))
      // The ban holds also if the device joins another session first.
      const elsewhere = await openSession(ann)
      const again = await server.joinAsGuest('Kim', elsewhere, robin.device)
      expect(again.id).not.toBe(robin.id)
      await granted(open(again, elsewhere))
      expect(await refusal(open(again))).toBe('403 banned')
      expect((await server.joinAsGuest('Kim', ssid, again.device)).id).toBe(again.id)
      const { version, banned } = await granted(ann.call('options', { params: { ssid } }))
      expect(banned?.map(({ user_id }) => user_id)).toContain(again.id)
      await granted(ann.call('saveOptions', { params: { ssid }, body: { version, banned: [] } }))
      await granted(open(again))
    },
  )

  it.each(['deleted themselves', 'became an account'])(
    'C8 G3 a muted guest who %s is muted again on the same device, until they are unmuted',
    async (what) => {
      const robin = await server.joinAsGuest('Robin', ssid)
      await granted(open(robin))
      const mute = ({ id }: Person, muted: boolean) =>
        granted(ann.call('mute', { params: { ssid }, body: { userID: id, muted } }))
      const write = (person: Person) =>
        refusal(person.call('addChatLine', { params: { ssid }, body: { text: 'Hi', key: randomUUID() } }))
      await mute(robin, true)
      const username = `kim-${ssid.slice(0, 8)}`
      if (what === 'deleted themselves') await granted(robin.call('deleteGuest'))
      else await granted(robin.call('upgradeGuest', { body: { username, password: PASSWORD } }))
      const again = await server.joinAsGuest('Kim', ssid, robin.device)
      expect(again.id).not.toBe(robin.id)
      await granted(open(again))
      expect(await write(again)).toBe('403 muted')
      const { mutedPeople } = await granted(ann.call('chat', { params: { ssid }, query: {} }))
      expect(mutedPeople?.map(({ id }) => id)).toContain(again.id)
      await mute(again, false)
      expect(await write(again)).toMatch('granted')
    },
  )

  it('G5 only an open session whose option is on lets guests in; one that is not open looks like none', async () => {
    const robin = await server.joinAsGuest('Robin', ssid)
    await granted(open(robin))
    const deleted = await openSession(ann)
    await granted(ann.call('deleteSession', { params: { ssid: deleted } }))
    expect(await join('Kim', deleted)).toBe('404 not-found')
    expect(await refusal(open(robin, deleted))).toBe('404 not-found')
    expect(await setOptions({ guests: false })).toMatchObject({ guests: false })
    expect(await join('Kim')).toBe('403 no-guests')
    expect(await granted(server.anonymous('invitation', { query: { ssid } }))).toMatchObject({
      ...{ guests: false, guestsOff: 'session' },
    })
    expect(await refusal(open(robin))).toBe('403 no-guests')
    for (const policy of ['invite', 'strict'] as const)
      for (const guests of [false, true]) {
        expect(await setOptions({ guests, policy })).toMatchObject({ guests, policy })
        expect(await join('Kim')).toBe('404 not-found')
        expect(await refusal(open(robin))).toBe('403 policy')
      }
    await setOptions({ policy: 'free' })
    await granted(open(await server.joinAsGuest('Kim', ssid)))
  })

  it('G5 J2 an open session without guests says so to a guest of another one; a closed one looks like none', async () => {
    const elsewhere = await openSession(ann)
    const robin = await server.joinAsGuest('Robin', elsewhere)
    await setOptions({ guests: false })
    expect(await refusal(open(robin))).toBe('403 no-guests')
    await setOptions({ policy: 'invite' })
    expect(await refusal(open(robin))).toBe('404 not-found')
  })

  it('G5 guests inside are removed at once when the option is switched off, others stay', async () => {
    const ben = await server.signUp(`ben${ssid.slice(0, 8)}`)
    await granted(open(ben))
    const robin = await server.joinAsGuest('Robin', ssid)
    const live = await listenLive(server.address, robin.token, ssid)
    await setOptions({ guests: false })
    expect(await live.next('gone')).toEqual({ type: 'gone', ssid, reason: 'no-guests' })
    live.terminate()
    const { active } = await granted(open(ann))
    expect(active.map(({ id }) => id)).toEqual([ann.id, ben.id])
  })

  it('G7 a guest may delete themselves, with their votes and what the provider stored', async () => {
    // A joining guest waits at most two seconds for the link. A busy machine may need longer, so this time does not pass.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const robin = await server.joinAsGuest('Robin', ssid)
    vi.useRealTimers()
    await granted(open(robin))
    await granted(vote(robin))
    const { owner_id } = await server.db
      .selectFrom('accounts')
      .select('owner_id')
      .where('user_id', '=', robin.id)
      .executeTakeFirstOrThrow()
    // Other guests of these tests may be linked in the meantime.
    const hasGrant = async () => (await server.providerGrants()).some(({ userId }) => userId === owner_id)
    expect(await hasGrant()).toBe(true)
    const live = await connectLiveAs(server.address, robin.token)
    await granted(robin.call('deleteGuest'))
    await live.closed
    expect(await refusal(robin.call('user', { query: {} }))).toBe('401 unauthenticated')
    expect(await granted(open(ann))).toMatchObject({ votes: [], activeCount: 1 })
    await expect.poll(hasGrant).toBe(false)
    expect((await server.joinAsGuest('Robin', ssid, robin.device)).id).not.toBe(robin.id)
  })
})
