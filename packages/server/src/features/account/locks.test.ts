import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lockUser } from '../../platform/db/row-locks.ts'
import type { Trx } from '../../platform/db/tables.ts'
import { transact } from '../../platform/db/transact.ts'
import { beginTransaction, untilBlocked } from '../../testing/barriers.ts'
import { type DatabaseFactory, databases, hasRowLocks } from '../../testing/databases.ts'
import { openSession } from '../../testing/session-fixture.ts'
import {
  consent,
  granted,
  link,
  type Person,
  refusal,
  startTestServer,
  type TestServer,
} from '../../testing/test-server.ts'

const postgres = databases.find(hasRowLocks)

/** These tests are skipped on SQLite, because SQLite runs nothing else during a transaction. */
describe.skipIf(!postgres)('accounts and playlists of a user who is being deleted, on PostgreSQL', () => {
  let server: TestServer
  let round = 0
  beforeAll(async () => {
    server = await startTestServer(postgres)
  })
  afterAll(() => server.close())

  const blocked = (work: Promise<unknown>, count = 1) =>
    untilBlocked(postgres as DatabaseFactory, server.db, work, count)

  async function linked(): Promise<Person> {
    const person = await server.signUp(`ann${(round += 1)}`)
    await link(person, 'ann')
    return person
  }

  /** Returns the id of a playlist that the user has not chosen. */
  async function playlistOf(person: Person): Promise<string> {
    const listed = await granted(person.call('providerPlaylists'))
    return listed.find(({ state }) => state === 'none')?.id ?? ''
  }

  /** Starts some work and blocks it at a write into `table`. Returns whether deleting the user waits for the work. */
  async function keepsDeletionWaiting(
    person: Person,
    table: 'accounts' | 'playlists' | 'playlist_songs',
    begin: () => Promise<unknown>,
  ): Promise<boolean> {
    const held = await beginTransaction(server.db, (trx) =>
      sql`lock table ${sql.table(table)} in share mode`.execute(trx),
    )
    const working = begin()
    await blocked(working)
    let isLocked = false
    const deleting = transact(server.db, (trx) => lockUser(trx, person.id)).then(() => (isLocked = true))
    await blocked(deleting, 2)
    const waits = !isLocked
    await held.commit()
    await Promise.all([working, deleting])
    return waits
  }

  /** Returns the answer to a call whose user is deleted during the call. */
  async function whileDeleted(person: Person, begin: () => Promise<string>): Promise<string> {
    const deleting = await beginTransaction(server.db, async (trx: Trx) => {
      await lockUser(trx, person.id)
      await trx.deleteFrom('users').where('id', '=', person.id).execute()
    })
    const working = begin()
    await blocked(working)
    await deleting.commit()
    return working
  }

  const disconnectFirst = async (person: Person) => {
    const [account] = await granted(person.call('accounts'))
    return person.call('deleteAccount', { params: { id: account?.id ?? '' } })
  }
  const actions: [string, (person: Person, playlistId: string) => ReturnType<Person['call']>][] = [
    ['disconnects an account', (person) => disconnectFirst(person)],
    ['chooses playlists', (person, id) => person.call('choosePlaylists', { body: [{ id, load: true }] })],
    ['fetches the list of playlists', (person) => person.call('fetchPlaylists')],
  ]

  it.each(actions)('A7 a user who %s is not deleted before that is stored', async (what, act) => {
    const person = await linked()
    const id = await playlistOf(person)
    const table = what.startsWith('chooses') ? 'playlists' : 'accounts'
    expect(await keepsDeletionWaiting(person, table, () => act(person, id))).toBe(true)
  })

  it.each(actions)('A7 a user who %s is refused after a deletion', async (_what, act) => {
    const person = await linked()
    const id = await playlistOf(person)
    expect(await whileDeleted(person, () => refusal(act(person, id)))).toBe('401 unauthenticated')
  })

  it('A7 a user whose import finishes is not deleted before it is stored', async () => {
    const person = await linked()
    const id = await playlistOf(person)
    const waits = await keepsDeletionWaiting(person, 'playlist_songs', async () => {
      await granted(person.call('choosePlaylists', { body: [{ id, load: true }] }))
      await server.app.importsIdle()
    })
    expect(waits).toBe(true)
  })

  it('A7 V7 a user who links an account again does not count as deleted, so their vote counts', async () => {
    const person = await linked()
    const ssid = await openSession(person)
    const { data } = await granted(person.call('songs', { query: { query: 'a', ssid } }))
    const held = await beginTransaction(server.db, (trx) =>
      sql`lock table accounts in share mode`.execute(trx),
    )
    const linking = link(person, 'ann')
    await blocked(linking)
    const body = { songID: data[0]?.id ?? '', vote: 'up' } as const
    const voted = await person.call('voteUp', { params: { ssid }, body })
    await held.commit()
    await linking
    expect(voted).toMatchObject({ ok: true })
  })

  it('A7 L1 a deleted user cannot link an account', async () => {
    const [person, other] = [await linked(), await linked()]
    const [account] = await granted(other.call('accounts'))
    const body = { access_token: account?.access_token ?? '', service: 'spotify' } as const
    expect(await whileDeleted(person, () => refusal(person.call('putAccount', { body })))).toBe(
      '401 unauthenticated',
    )
  })

  it('L1 if two links at once exceed the limit, one is refused', async () => {
    const person = await linked()
    for (const name of ['ben', 'cleo', 'dan']) await link(person, name)
    const returned = []
    for (const name of ['eva', 'finn']) {
      const { url } = await granted(person.call('connectAccount', { body: { service: 'spotify' } }))
      returned.push(await consent(url, name))
    }
    const held = await beginTransaction(server.db, (trx) => lockUser(trx, person.id))
    const linking = Promise.all(returned.map((body) => person.call('accountCallback', { body })))
    await blocked(linking, returned.length)
    await held.commit()
    expect((await linking).filter(({ ok }) => !ok)).toMatchObject([{ error: { code: 'too-many' } }])
    expect(await granted(person.call('accounts'))).toHaveLength(5)
  })
})
