import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { lockSessions, lockUser } from '../../platform/db/row-locks.ts'
import { transact } from '../../platform/db/transact.ts'
import { beginTransaction, untilBlocked } from '../../testing/barriers.ts'
import { databases, hasRowLocks } from '../../testing/databases.ts'
import { befriend, openSession } from '../../testing/session-fixture.ts'
import { placesOf } from '../../testing/user-with-data.ts'
import {
  granted,
  PASSWORD,
  type Person,
  refusal,
  startTestServer,
  type TestServer,
} from '../../testing/test-server.ts'

describe.each(databases)('deleting an account during other calls, on $name', (factory) => {
  let server: TestServer
  let round = 0
  let ann: Person
  let ben: Person
  let cleo: Person
  beforeAll(async () => {
    server = await startTestServer(factory)
    await server.signUp('first')
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    round += 1
    ann = await server.signUp(`ann${round}`)
    ben = await server.signUp(`ben${round}`)
    cleo = await server.signUp(`cleo${round}`)
  })

  const leave = (person: Person) => person.call('deleteUser', { body: { password: PASSWORD } })
  const lock = (...ssids: string[]) => beginTransaction(server.db, (trx) => lockSessions(trx, ssids))
  const blocked = (work: Promise<unknown>, count = 1) => untilBlocked(factory, server.db, work, count)
  /** Waits until a transaction has locked the row of the person. */
  const userLocked = async ({ id }: Person) => {
    const isFree = async () =>
      (await sql`select 1 from users where id = ${id} for key share skip locked`.execute(server.db)).rows
        .length
    while (hasRowLocks(factory) && (await isFree()) > 0) await new Promise((resolve) => setImmediate(resolve))
  }
  const promote = (ssid: string, { id }: Person) =>
    server.db
      .insertInto('moderators')
      .values({ session_id: ssid, user_id: id, level: 'relate', since: 0 })
      .execute()
  const someSong = async () =>
    (await granted(ann.call('songs', { query: { query: 'a' } }))).data.map(({ id }) => id)[0] ?? ''
  const vote = (person: Person, ssid: string, songID: string) =>
    person.call('voteUp', { params: { ssid }, body: { songID, vote: 'up' } })

  it('A7 a user who is being deleted enters no other session: their vote there is refused', async () => {
    const [own, other] = [await openSession(ann), await openSession(ben)]
    const song = await someSong()
    const locked = await lock(own)
    const leaving = leave(ann)
    await userLocked(ann)
    const voting = vote(ann, other, song)
    // On SQLite, the vote waits for the deletion instead.
    if (hasRowLocks(factory)) expect(await refusal(voting)).toBe('429 rate-limited')
    await locked.commit()
    await granted(leaving)
    await voting
    expect((await granted(ben.call('session', { params: { ssid: other } }))).votes).toEqual([])
    expect(await placesOf(server.db, ann.id)).toEqual([])
  })

  it.each(['deletion', 'approval'])(
    'A7 H9 if the %s comes first, the deleted person gets no vote',
    async (first) => {
      const ssid = await openSession(ann, ben, cleo)
      const { version } = await granted(ann.call('options', { params: { ssid } }))
      await granted(ann.call('saveOptions', { params: { ssid }, body: { version, approve: true } }))
      const songID = await someSong()
      for (const person of [ben, cleo]) await granted(vote(person, ssid, songID))
      const locked = await lock(ssid)
      const approve = () => ann.call('approve', { params: { ssid, songID }, body: { approved: true } })
      const calls = first === 'deletion' ? [() => leave(ben), approve] : [approve, () => leave(ben)]
      const running: Promise<{ ok: boolean }>[] = []
      for (const call of calls) {
        running.push(call())
        await blocked(Promise.all(running), running.length)
      }
      await locked.commit()
      const answers = await Promise.all(running)
      // While the row of Ben is locked, an approval is refused, and the client tries again.
      if (answers.some(({ ok }) => !ok)) await granted(approve())
      const { votes, waiting } = await granted(ann.call('session', { params: { ssid } }))
      expect(votes).toMatchObject([{ song: { id: songID }, upvotes: 1, why: { by: { id: cleo.id } } }])
      expect(waiting?.count).toBe(0)
      expect(await placesOf(server.db, ben.id)).toEqual([])
    },
  )

  it('A7 any number of friends who share sessions delete their accounts at once', async () => {
    const people = [ann, ben, cleo]
    for (const name of ['dan', 'eva', 'finn', 'gus']) people.push(await server.signUp(`${name}${round}`))
    const friendships = people.flatMap(({ id: user1 }, index) =>
      people.slice(index + 1).map(({ id: user2 }) => ({ user1, user2, accepted: 1, created_at: 0 })),
    )
    await server.db.insertInto('friends').values(friendships).execute()
    const ssids: string[] = []
    for (const [index, owner] of people.entries()) {
      const heir = people[(index + 1) % people.length] ?? ann
      const ssid = await openSession(owner, heir)
      await promote(ssid, heir)
      ssids.push(ssid)
    }
    const locked = await lock(...ssids)
    const leaving = Promise.all(people.map((person) => leave(person)))
    await blocked(leaving, people.length)
    await locked.commit()
    expect((await leaving).map((answer) => answer.ok || answer.error)).toEqual(people.map(() => true))
    for (const { id } of people) expect(await placesOf(server.db, id)).toEqual([])
  })

  describe.each([factory].filter(hasRowLocks))('where rows are locked', () => {
    it('A7 a deletion locks every session with data of the user until it ends', async () => {
      const ssid = await openSession(ben, ann)
      // The deletion waits at the last row that it removes.
      const held = await beginTransaction(server.db, (trx) =>
        sql`lock table tokens in share mode`.execute(trx),
      )
      const leaving = leave(ann)
      await blocked(leaving)
      let isLocked = false
      const locking = transact(server.db, (trx) => lockSessions(trx, [ssid])).then(() => (isLocked = true))
      await blocked(locking, 2)
      expect(isLocked).toBe(false)
      await held.commit()
      await granted(leaving)
      await locking
    })

    it('A7 friendships between two users who are deleted at once are locked in one order', async () => {
      const [first, second, third] = [ann, ben, cleo].toSorted((a, b) => (a.id < b.id ? -1 : 1))
      if (!first || !second || !third) throw new Error('nobody')
      // A friendship is stored with the sender of the request as the first user.
      await befriend(first, second)
      await befriend(second, third)
      const row = (user1: Person, user2: Person) =>
        server.db
          .selectFrom('friends')
          .select('user1')
          .where('user1', '=', user1.id)
          .where('user2', '=', user2.id)
          .forUpdate()
          .skipLocked()
      const taken = await beginTransaction(server.db, (trx) => trx.executeQuery(row(first, second)))
      const leaving = leave(second)
      await blocked(leaving)
      expect(await row(second, third).execute()).toHaveLength(1)
      await taken.commit()
      await granted(leaving)
    })

    it('A7 a moderator who is deleted at the same moment does not become the owner', async () => {
      const ssid = await openSession(ann, ben, cleo)
      await promote(ssid, ben)
      const benLeaves = await beginTransaction(server.db, (trx) => lockUser(trx, ben.id))
      await granted(leave(ann))
      await benLeaves.commit()
      expect(await refusal(ben.call('session', { params: { ssid } }))).toBe('404 not-found')
    })

    it('A7 an invite of a user who is deleted at the same moment is not passed on', async () => {
      const ssid = await openSession(ann, cleo)
      await promote(ssid, cleo)
      await befriend(ann, ben)
      await granted(ann.call('invite', { body: { invitedID: ben.id, ssid } }))
      const benLeaves = await beginTransaction(server.db, (trx) => lockUser(trx, ben.id))
      await granted(leave(ann))
      await benLeaves.commit()
      expect(
        await server.db.selectFrom('invites').select('user_id').where('session_id', '=', ssid).execute(),
      ).toEqual([])
    })

    it('A7 a song of a user who is deleted at the same moment belongs to nobody', async () => {
      const ssid = await openSession(ann, ben)
      await granted(vote(ben, ssid, await someSong()))
      const benLeaves = await beginTransaction(server.db, (trx) => lockUser(trx, ben.id))
      await granted(ann.call('play', { params: { ssid } }))
      await benLeaves.commit()
      const row = server.db.selectFrom('playbacks').select('by_id').where('session_id', '=', ssid)
      expect(await row.executeTakeFirst()).toEqual({ by_id: null })
      await granted(leave(ben))
      expect(await placesOf(server.db, ben.id)).toEqual([])
    })
  })

  it('E1 A7 a user who is deleted during a call must log in', async () => {
    const deleting = await beginTransaction(server.db, async (trx) => {
      await lockUser(trx, ann.id)
      await trx.deleteFrom('users').where('id', '=', ann.id).execute()
    })
    const calls = [
      ann.call('connectAccount', { body: { service: 'spotify' } }),
      ann.call('createSession', { body: { title: 'Attic', managed: false, isPrivate: false } }),
      ann.call('changeFriend', { body: { friend: ben.id, wish: true } }),
    ]
    await blocked(Promise.all(calls.map((call) => call.then(() => undefined))), calls.length)
    await deleting.commit()
    for (const call of calls) expect(await refusal(call)).toBe('401 unauthenticated')
  })
})
