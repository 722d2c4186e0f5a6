import { liveClose, routes } from '@jointly/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createLog } from '../../platform/log/log.ts'
import { databases } from '../../testing/databases.ts'
import { connectLiveAs, listenLive } from '../../testing/live-client.ts'
import { openManagedSession, saveOver } from '../../testing/managed-session.ts'
import { befriend, openSession } from '../../testing/session-fixture.ts'
import { placesOf, fillUserTables } from '../../testing/user-with-data.ts'
import {
  granted,
  link,
  PASSWORD,
  type Person,
  refusal,
  startTestServer,
  type TestServer,
} from '../../testing/test-server.ts'

describe.each(databases)('deleting an account on $name', (database) => {
  let server: TestServer
  let first: Person
  let round = 0
  let ann: Person
  let ben: Person
  let cleo: Person
  const failures: string[] = []
  beforeAll(async () => {
    const log = createLog('error', { write: (line) => void failures.push(line) })
    server = await startTestServer(database, { log })
    first = await server.signUp('first')
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    round += 1
    ann = await server.signUp(`ann${round}`)
    ben = await server.signUp(`ben${round}`)
    cleo = await server.signUp(`cleo${round}`)
  })

  const leave = (person: Person, password = PASSWORD) => person.call('deleteUser', { body: { password } })
  const open = (person: Person, ssid: string) => person.call('session', { params: { ssid } })
  const someSongs = async () =>
    (await granted(ann.call('songs', { query: { query: 'a' } }))).data.map(({ id }) => id)
  const vote = (person: Person, ssid: string, songID: string, direction: 'up' | 'down' | 'none') =>
    granted(person.call('voteUp', { params: { ssid }, body: { songID, vote: direction } }))
  const promote = (ssid: string, person: Person, since: number) =>
    server.db
      .insertInto('moderators')
      .values({ session_id: ssid, user_id: person.id, level: 'relate', since })
      .execute()

  const fillTables = () => fillUserTables(server, [ann, ben, cleo])

  it('A7 the built-in provider keeps no data of the person, also if the link had ended', async () => {
    const before = (await server.providerGrants()).length
    await link(ann, 'cleo')
    await link(ben, 'dan')
    await server.db
      .updateTable('accounts')
      .set({ access_token: '', valid_until_sec: 0, status: 'reconnect' })
      .where('user_id', '=', ben.id)
      .execute()
    expect(await server.providerGrants()).toHaveLength(before + 2)
    await granted(leave(ann))
    await granted(leave(ben))
    await expect.poll(() => server.providerGrants()).toHaveLength(before)
  })

  it('A7 no column of any table refers to the person afterwards', async () => {
    await fillTables()
    const before = await placesOf(server.db, ann.id)
    expect(before).toEqual(expect.arrayContaining(['users.id', 'votes.user_id', 'playbacks.by_id']))
    await granted(leave(ann))
    expect(await placesOf(server.db, ann.id)).toEqual([])
    expect(await refusal(ann.call('user', { query: {} }))).toBe('401 unauthenticated')
    const body = { username: ann.username, password: PASSWORD }
    expect(await refusal(server.anonymous('login', { body }))).toBe('401 credentials')
    await server.signUp(ann.username)
  })

  it('A7 a moderator who was never inside leaves no pause and no fallback playlist behind', async () => {
    await link(ann, 'ann')
    const [playlist] = await granted(ann.call('providerPlaylists'))
    const id = playlist?.id ?? ''
    await granted(ann.call('choosePlaylists', { body: [{ id, load: true }] }))
    await server.app.importsIdle()
    const [account] = await granted(ann.call('accounts'))
    const ssid = await openManagedSession({ ...ben, name: ben.username }, [])
    await befriend(ben, ann)
    await granted(ben.call('setRole', { params: { ssid, id: ann.id }, body: { level: 'manager' } }))
    const [song = ''] = await someSongs()
    await vote(ben, ssid, song, 'up')
    await granted(ben.call('play', { params: { ssid } }))
    await granted(ann.call('pause', { params: { ssid }, body: { paused: true } }))
    await granted(saveOver(ann, ssid, { fallback: { id } }))
    // After this change, the person has no role and nothing connects the person with the session.
    await granted(ben.call('setRole', { params: { ssid, id: ann.id }, body: { level: null } }))
    await granted(leave(ann))
    expect(await placesOf(server.db, ann.id)).toEqual([])
    expect(await placesOf(server.db, account?.id ?? '')).toEqual([])
    const options = await granted(ben.call('options', { params: { ssid } }))
    expect(options.fallback).toBeNull()
  })

  it('A7 the votes of the person no longer count', async () => {
    const ssid = await openSession(ben, ann)
    const [liked = '', alone = ''] = await someSongs()
    await vote(ann, ssid, liked, 'up')
    await vote(ben, ssid, liked, 'up')
    await vote(ann, ssid, alone, 'up')
    await granted(leave(ann))
    const { votes, active } = await granted(open(ben, ssid))
    expect(votes).toMatchObject([{ song: { id: liked }, upvotes: 1, why: { by: { id: ben.id } } }])
    expect(active.map(({ id }) => id)).toEqual([ben.id])
  })

  it('A7 votes that arrive during the deletion are counted or withdrawn, never lost', async () => {
    const [early, late] = [await openSession(ben, ann), await openSession(ben, ann)]
    const songs = (await someSongs()).slice(0, 5)
    const votes = [early, late].flatMap((ssid) =>
      songs.flatMap((songID) => [
        ann.call('voteUp', { params: { ssid }, body: { songID, vote: 'up' } }),
        ben.call('voteUp', { params: { ssid }, body: { songID, vote: 'up' } }),
      ]),
    )
    const [left] = await Promise.all([leave(ann), ...votes])
    expect(left.ok).toBe(true)
    for (const ssid of [early, late])
      expect((await granted(open(ben, ssid))).votes.map(({ upvotes }) => upvotes)).toEqual(songs.map(() => 1))
  })

  it('A7 sessions pass to the moderator who has the role the longest, with the people the owner invited', async () => {
    const ssid = await openSession(ann, ben, cleo)
    await promote(ssid, cleo, 2)
    await promote(ssid, ben, 1)
    const guest = await server.signUp(`guest${round}`)
    await befriend(ann, guest)
    await granted(ann.call('invite', { body: { invitedID: guest.id, ssid } }))
    await server.db.updateTable('sessions').set({ policy: 'invite' }).where('id', '=', ssid).execute()
    await granted(leave(ann))
    expect((await granted(open(ben, ssid))).you.role).toBe('owner')
    expect((await granted(open(guest, ssid))).you.role).toBe('guest')
    const moderators = await server.db
      .selectFrom('moderators')
      .select('user_id')
      .where('session_id', '=', ssid)
      .execute()
    expect(moderators).toEqual([{ user_id: cleo.id }])
  })

  it('A7 a session without a moderator ends, and its members get a message', async () => {
    const ssid = await openSession(ann, ben)
    const live = await connectLiveAs(server.address, ben.token)
    live.say({ type: 'open', ssid })
    await live.next('session')
    await granted(leave(ann))
    expect(await live.next('gone')).toEqual({ type: 'gone', ssid, reason: 'deleted' })
    expect(await live.next('changed')).toMatchObject({ type: 'changed' })
    expect(await refusal(open(ben, ssid))).toBe('404 not-found')
    expect(await granted(ben.call('invites'))).toEqual([])
    live.leave()
  })

  it('A7 the person’s live connections end, and friends are notified', async () => {
    await befriend(ann, ben)
    const own = await connectLiveAs(server.address, ann.token)
    const friend = await connectLiveAs(server.address, ben.token)
    await granted(leave(ann))
    expect(await own.closed).toBe(liveClose.unauthenticated)
    expect(await friend.next('changed')).toEqual({ type: 'changed', what: 'friends' })
    expect(await granted(ben.call('friends'))).toEqual([])
    friend.leave()
  })

  it('S2 members who were invited only by the person get the message that they may not stay', async () => {
    const ssid = await openSession(ben, ann)
    await server.db.updateTable('sessions').set({ policy: 'invite' }).where('id', '=', ssid).execute()
    await server.db
      .insertInto('invites')
      .values({ session_id: ssid, user_id: cleo.id, inviter_id: ann.id, invited_at: 0 })
      .execute()
    const live = await listenLive(server.address, cleo.token, ssid)
    await granted(leave(ann))
    expect(await live.next('gone')).toEqual({ type: 'gone', ssid, reason: 'policy' })
    expect((await granted(open(ben, ssid))).active.map(({ id }) => id)).toEqual([ben.id])
    live.leave()
  })

  it('A7 the grants of the streaming service are revoked', async () => {
    const [account] = await link(ann, 'cleo')
    const ask = async () => {
      const headers = { authorization: `Bearer ${account?.access_token ?? ''}` }
      return (await server.raw('GET', '/spotify/api/v1/me', { headers })).status
    }
    expect(await ask()).toBe(200)
    await granted(leave(ann))
    await expect.poll(ask).toBe(401)
  })

  it('A7 asks for the password, and limits guesses', async () => {
    expect(await leave(ann, 'wrong1')).toMatchObject({
      ok: false,
      status: 422,
      error: { fields: { password: 'wrong' } },
    })
    for (let guesses = 1; guesses < 10; guesses += 1) await leave(ann, 'wrong1')
    expect(await refusal(leave(ann))).toBe('429 rate-limited')
    await granted(ann.call('user', { query: {} }))
  })

  it('E1 E2 a deletion that fails half-way changes nothing and is logged', async () => {
    const { own, listed } = await fillTables()
    const [session, before] = [await granted(open(ben, own)), await placesOf(server.db, ann.id)]
    // This table has a row that refers to the user, so that the last step of the deletion fails.
    await sql`create table anchors (user_id text references users(id))`.execute(server.db)
    await sql`insert into anchors values (${ann.id})`.execute(server.db)
    failures.length = 0
    const failed = await leave(ann)
    expect(failed).toMatchObject({ ok: false, status: 500, error: { code: 'internal' } })
    const requestId = !failed.ok && 'requestId' in failed.error ? failed.error.requestId : 'missing'
    const logged = failures.map((line): unknown => JSON.parse(line))
    expect(logged).toMatchObject([{ msg: 'a call failed', route: routes.deleteUser.path, requestId }])
    await sql`drop table anchors`.execute(server.db)
    expect(await placesOf(server.db, ann.id)).toEqual(before)
    const after = await granted(open(ben, own))
    expect(after.votes).toMatchObject([{ song: { id: listed }, upvotes: 1 }])
    expect(after.session).toEqual(session.session)
    await granted(leave(ann))
  })

  it('A7 of two deletions at the same time, one succeeds', async () => {
    const both = await Promise.all([leave(ann), leave(ann)])
    expect(both.filter(({ ok }) => ok).length).toBeGreaterThan(0)
    expect(both.filter((answer) => !answer.ok && answer.status >= 500)).toEqual([])
    expect(await placesOf(server.db, ann.id)).toEqual([])
  })

  it('A7 sessions that end at the same time do not prevent the deletion', async () => {
    const ssids: string[] = []
    for (let count = 0; count < 12; count += 1) ssids.push(await openSession(ann))
    const leaving = leave(ann)
    for (const ssid of ssids) await ann.call('deleteSession', { params: { ssid } })
    const left = await leaving
    expect(left).toMatchObject({ ok: true })
    expect(await placesOf(server.db, ann.id)).toEqual([])
  })

  it('A7 friends who share sessions may all leave at once, and the last one leaves nothing behind', async () => {
    const people = [ann, ben, cleo, await server.signUp(`dan${round}`)]
    for (const [index, one] of people.entries())
      for (const other of people.slice(index + 1)) await befriend(one, other)
    const ssids: string[] = []
    for (const owner of people) {
      const ssid = await openSession(owner, ...people.filter((person) => person !== owner))
      ssids.push(ssid)
      for (const [since, person] of people.entries()) {
        if (person === owner) continue
        await granted(owner.call('invite', { body: { invitedID: person.id, ssid } }))
        await promote(ssid, person, since)
      }
    }
    const [song = ''] = await someSongs()
    for (const ssid of ssids) for (const person of people) await vote(person, ssid, song, 'up')
    const left = await Promise.all(people.slice(1).map((person) => leave(person)))
    expect(left.map((answer) => answer.ok || answer.error)).toEqual(left.map(() => true))
    const list = await granted(ann.call('invites'))
    expect(list.map(({ mode }) => mode)).toEqual(ssids.map(() => 'own'))
    for (const ssid of ssids)
      expect((await granted(open(ann, ssid))).votes).toMatchObject([
        { upvotes: 1, why: { by: { id: ann.id } } },
      ])
  })

  it('A7 the level of the first account is not given to anyone else', async () => {
    await granted(leave(first))
    const next = await server.signUp(`next${round}`)
    expect((await granted(next.call('user', { query: {} }))) as { level: number }).toMatchObject({ level: 0 })
  })
})
