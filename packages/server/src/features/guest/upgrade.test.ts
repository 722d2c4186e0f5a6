import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { storeAccountOfGuest } from '../../people/guests.ts'
import { lockUser } from '../../platform/db/row-locks.ts'
import { beginTransaction, untilBlocked } from '../../testing/barriers.ts'
import { databases } from '../../testing/databases.ts'
import { connectLiveAs } from '../../testing/live-client.ts'
import { openSession } from '../../testing/session-fixture.ts'
import { granted, type Person, refusal, startTestServer, type TestServer } from '../../testing/test-server.ts'

const password = 'fresh-123'

describe.each(databases)('a guest who becomes an account on $name', (database) => {
  let server: TestServer
  let ann: Person
  let ssid: string
  let robin: Person & { device: string }
  beforeAll(async () => {
    server = await startTestServer(database)
    ann = await server.signUp('ann')
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    ssid = await openSession(ann)
    robin = await server.joinAsGuest('Robin', ssid)
  })

  const upgrade = (person: Person, username: string) =>
    person.call('upgradeGuest', { body: { username, password } })
  const open = (person: Person) => person.call('session', { params: { ssid } })

  it('G6 they keep their id, votes and login, and have all rights of an account', async () => {
    await granted(open(robin))
    const { data } = await granted(robin.call('songs', { query: { query: 'a', ssid } }))
    const songID = data[0]?.id ?? ''
    await granted(robin.call('voteUp', { params: { ssid }, body: { songID, vote: 'up' } }))
    expect(await refusal(robin.call('friends'))).toBe('403 guest')
    expect(await granted(upgrade(robin, 'Robin-1'))).toEqual({
      ...{ id: robin.id, username: 'Robin-1', email: '', level: 0 },
    })
    expect(await granted(robin.call('friends'))).toEqual([])
    const { active, votes, you } = await granted(open(robin))
    expect(active.at(-1)).toEqual({ id: robin.id, username: 'Robin-1' })
    expect(votes).toMatchObject([{ upvotes: 1 }])
    expect(you.votes).toEqual({ [songID]: 'up' })
    const { user } = await granted(server.anonymous('login', { body: { username: 'robin-1', password } }))
    expect(user.id).toBe(robin.id)
    expect((await server.joinAsGuest('Robin', ssid, robin.device)).id).not.toBe(robin.id)
  })

  it('G6 L15 their account at the built-in provider gets their new name', async () => {
    // On a busy machine, linking continues after the guest has joined.
    await expect
      .poll(() => granted(robin.call('accounts')))
      .toMatchObject([{ name: 'Robin', detail: 'Robin' }])
    const live = await connectLiveAs(server.address, robin.token)
    await granted(upgrade(robin, 'Robin-15'))
    expect(await live.next('changed', ({ what }) => what === 'accounts')).toBeDefined()
    live.terminate()
    expect(await granted(robin.call('accounts'))).toMatchObject([{ name: 'Robin-15', detail: 'Robin-15' }])
  })

  it('G6 A2 their other logins end, with their live connections; the own one stays', async () => {
    const other = await server.joinAsGuest('Robin', ssid, robin.device)
    const [own, others] = await Promise.all(
      [robin, other].map(({ token }) => connectLiveAs(server.address, token)),
    )
    await granted(upgrade(robin, 'Robin-2'))
    await others?.closed
    expect(own?.isOpen()).toBe(true)
    own?.terminate()
    expect(await refusal(open(other))).toBe('401 unauthenticated')
    await granted(open(robin))
  })

  it('G6 A3 a name that an account has, in any case, is taken', async () => {
    const answer = await upgrade(robin, 'ANN')
    expect(answer).toMatchObject({ status: 409, error: { code: 'taken', fields: { username: 'taken' } } })
    expect(await granted(robin.call('user', { query: {} }))).toMatchObject({ username: 'Robin', guest: true })
  })

  it('G6 A3 of two guests who choose the same name at the same moment, one gets it', async () => {
    const kim = await server.joinAsGuest('Kim', ssid)
    const first = await beginTransaction(server.db, async (trx) => {
      await lockUser(trx, kim.id)
      const account = { username: 'Same', usernameKey: 'same', email: '', passwordHash: 'x' }
      await storeAccountOfGuest(trx, kim.id, account)
    })
    const second = upgrade(robin, 'same')
    await untilBlocked(database, server.db, second)
    await first.commit()
    expect(await refusal(second)).toBe('409 taken')
    expect(await granted(robin.call('user', { query: {} }))).toMatchObject({ username: 'Robin', guest: true })
  })

  it('G6 of two upgrades of one guest at the same moment, one counts', async () => {
    const first = await beginTransaction(server.db, async (trx) => {
      await lockUser(trx, robin.id)
      const account = { username: 'First', usernameKey: 'first', email: '', passwordHash: 'x' }
      await storeAccountOfGuest(trx, robin.id, account)
    })
    const second = upgrade(robin, 'second')
    await untilBlocked(database, server.db, second)
    await first.commit()
    expect(await refusal(second)).toBe('403 forbidden')
  })

  it('G3 G6 a device that comes back at the moment of the upgrade renames no account', async () => {
    const upgrading = await beginTransaction(server.db, async (trx) => {
      await lockUser(trx, robin.id)
      const account = { username: 'Kept', usernameKey: 'kept', email: '', passwordHash: 'x' }
      await storeAccountOfGuest(trx, robin.id, account)
    })
    const returning = server.joinAsGuest('Other', ssid, robin.device)
    await untilBlocked(database, server.db, returning)
    await upgrading.commit()
    expect((await returning).id).not.toBe(robin.id)
    const shown = await granted(ann.call('user', { query: { userID: robin.id } }))
    expect(shown).toEqual({ id: robin.id, username: 'Kept' })
  })

  it('G6 G9 a new nickname at the moment of the upgrade renames no account', async () => {
    const upgrading = await beginTransaction(server.db, async (trx) => {
      await lockUser(trx, robin.id)
      const account = { username: 'Stays', usernameKey: 'stays', email: '', passwordHash: 'x' }
      await storeAccountOfGuest(trx, robin.id, account)
    })
    const renaming = robin.call('renameGuest', { body: { nickname: 'Other' } })
    await untilBlocked(database, server.db, renaming)
    await upgrading.commit()
    expect(await refusal(renaming)).toBe('403 forbidden')
    const shown = await granted(ann.call('user', { query: { userID: robin.id } }))
    expect(shown).toEqual({ id: robin.id, username: 'Stays' })
  })

  it('G6 A2 a login of their device that starts at the moment of the upgrade ends with it', async () => {
    const held = await beginTransaction(server.db, (trx) => lockUser(trx, robin.id))
    const returning = server.joinAsGuest('Other', ssid, robin.device)
    await untilBlocked(database, server.db, returning)
    const upgrading = upgrade(robin, 'Only-one')
    await untilBlocked(database, server.db, upgrading, 2)
    await held.commit()
    await Promise.all([returning, granted(upgrading)])
    expect(await granted(robin.call('logins'))).toHaveLength(1)
  })

  it('G6 A10 name and password follow the rules of registration', async () => {
    for (const [body, fields] of [
      [{ username: '7up', password }, { username: 'username' }],
      [{ username: 'robin', password: 'short' }, { password: 'password' }],
      [{ username: 'robin', password: 'robin1' }, { password: 'common' }],
      [{ username: 'robin', password, email: 'nowhere' }, { email: 'email' }],
    ] as const)
      expect(await robin.call('upgradeGuest', { body })).toMatchObject({ status: 422, error: { fields } })
  })

  it('G6 a person with an account is refused', async () => {
    expect(await refusal(upgrade(ann, 'ann-2'))).toBe('403 forbidden')
    expect(await refusal(ann.call('deleteGuest'))).toBe('403 forbidden')
  })
})

describe('where registration is by ticket', () => {
  let server: TestServer
  let ssid: string
  let newTicket: () => Promise<string>
  beforeAll(async () => {
    server = await startTestServer(databases[0], {}, { REGISTRATION: 'ticket' })
    const code = (await server.app.activationLink())?.split('/').at(-1) ?? ''
    const data = { username: 'ann', email: 'ann@example.org', password }
    await granted(server.anonymous('claimTicket', { params: { code }, body: { code, data } }))
    const { active } = await granted(server.anonymous('login', { body: { username: 'ann', password } }))
    const call = server.clientOf(active.token)
    ssid = await openSession({ call })
    newTicket = async () => (await granted(call('createTicket'))).code
  })
  afterAll(() => server.close())

  it('G6 a guest without a ticket stays a guest', async () => {
    const robin = await server.joinAsGuest('Robin', ssid)
    const answer = robin.call('upgradeGuest', { body: { username: 'robin', password } })
    expect(await refusal(answer)).toBe('403 forbidden')
    await granted(robin.call('session', { params: { ssid } }))
  })

  it('G6 A6 a ticket makes an account of a guest, once', async () => {
    const ticket = await newTicket()
    const [robin, kim] = await Promise.all(['Robin', 'Kim'].map((name) => server.joinAsGuest(name, ssid)))
    if (!robin || !kim) throw new Error('nobody joined')
    const user = await granted(robin.call('upgradeGuest', { body: { username: 'robin', password, ticket } }))
    expect(user).toEqual({ id: robin.id, username: 'robin', email: '', level: 0 })
    const again = kim.call('upgradeGuest', { body: { username: 'kim', password, ticket } })
    expect(await refusal(again)).toBe(
      await refusal(
        kim.call('upgradeGuest', {
          body: { username: 'kim', password, ticket: 'unknown' },
        }),
      ),
    )
    expect(await granted(kim.call('user', { query: {} }))).toMatchObject({ guest: true })
  })

  it('G6 A6 a refused name leaves the ticket valid', async () => {
    const ticket = await newTicket()
    const kim = await server.joinAsGuest('Kim', ssid)
    const claim = (username: string) => kim.call('upgradeGuest', { body: { username, password, ticket } })
    expect(await refusal(claim('ANN'))).toBe('409 taken')
    expect(await granted(claim('kim'))).toMatchObject({ id: kim.id })
  })
})
