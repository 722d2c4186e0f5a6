import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lockUsers } from '../../platform/db/row-locks.ts'
import { transact } from '../../platform/db/transact.ts'
import { songIdsOf, unloadSongs } from '../../songs/library-changes.ts'
import { loadedSongs } from '../../songs/loaded-songs.ts'
import { beginTransaction, createBarrier, untilBlocked } from '../../testing/barriers.ts'
import { type DatabaseFactory, databases, hasRowLocks } from '../../testing/databases.ts'
import { choose, readable } from '../../testing/generated-playlists.ts'
import { granted, link, type Person, startTestServer, type TestServer } from '../../testing/test-server.ts'
import { setLoad } from './store.ts'

const postgres = databases.find(hasRowLocks)

/** These tests are skipped on SQLite, because SQLite runs nothing else during a transaction. */
describe.skipIf(!postgres)('playlists of a user that change at the same moment, on PostgreSQL', () => {
  let server: TestServer
  let round = 0
  beforeAll(async () => {
    server = await startTestServer(postgres)
  })
  afterAll(() => server.close())

  const blocked = (work: Promise<unknown>) => untilBlocked(postgres as DatabaseFactory, server.db, work)

  async function linked(): Promise<Person> {
    const person = await server.signUp(`ben${(round += 1)}`)
    await link(person, 'ben')
    return person
  }

  /** Lists the ids of the songs in the playlists that the user has chosen. */
  async function songsOfChosen({ id }: Person): Promise<string[]> {
    const rows = await server.db
      .selectFrom('playlist_songs')
      .innerJoin('playlists', (join) =>
        join
          .onRef('playlists.account_id', '=', 'playlist_songs.account_id')
          .onRef('playlists.id', '=', 'playlist_songs.playlist_id'),
      )
      .innerJoin('accounts', 'accounts.id', 'playlists.account_id')
      .select('song_id')
      .distinct()
      .where('user_id', '=', id)
      .where('load', '=', 1)
      .execute()
    return rows.map((row) => row.song_id)
  }

  const changes: [string, (person: Person, id: string) => Promise<unknown>][] = [
    [
      'another choice is stored',
      (person, id) => granted(person.call('choosePlaylists', { body: [{ id, load: false }] })),
    ],
    [
      'an import ends',
      async (person, id) => {
        await transact(server.db, (trx) => setLoad(trx, person.id, [id], true))
        // Another user starts the imports that are due.
        await granted((await linked()).call('fetchPlaylists'))
        await server.app.importsIdle()
      },
    ],
    [
      'another account is disconnected',
      async (person) => {
        const [, second] = await granted(person.call('accounts'))
        await granted(person.call('deleteAccount', { params: { id: second?.id ?? '' } }))
      },
    ],
  ]

  it.each(changes)(
    'P3 L3 songs of a playlist that is unchosen while %s do not come back',
    async (...given) => {
      const [, change] = given
      const person = await linked()
      const [unchosen, other] = await readable(person)
      await link(person, 'ann')
      await choose(person, unchosen?.id ?? '')
      await server.app.importsIdle()
      expect((await loadedSongs(server.db, person.id)).length).toBeGreaterThan(0)
      const unchoosing = await beginTransaction(server.db, async (trx) => {
        await lockUsers(trx, [person.id])
        const id = unchosen?.id ?? ''
        await setLoad(trx, person.id, [id], false)
        await unloadSongs(trx, person.id, await songIdsOf(trx, person.id, id))
      })
      const changing = change(person, other?.id ?? '')
      await blocked(changing)
      await unchoosing.commit()
      await changing
      await server.app.importsIdle()
      expect((await loadedSongs(server.db, person.id)).sort()).toEqual((await songsOfChosen(person)).sort())
    },
  )

  it.each([
    { what: 'fetched', order: [0, 1] },
    { what: 'fetched', order: [1, 0] },
    { what: 'retried', order: [0, 1] },
    { what: 'retried', order: [1, 0] },
  ])(
    'E1 L7 a list can be $what while its playlists $order are chosen or unchosen',
    async ({ what, order }) => {
      const person = await linked()
      const listed = await granted(person.call('providerPlaylists'))
      const ids = listed.filter(({ state }) => state === 'none').map(({ id }) => id)
      const [first, second] = order.map((index) => ids[index] ?? '')
      if (what === 'retried') {
        await choose(person, ...ids.slice(0, 2))
        await server.app.importsIdle()
      }
      const barrier = createBarrier()
      const choosing = transact(server.db, async (trx) => {
        await lockUsers(trx, [person.id])
        await setLoad(trx, person.id, [first ?? ''], what === 'fetched')
        await barrier.stop()
        await setLoad(trx, person.id, [second ?? ''], what === 'fetched')
      })
      await barrier.reached
      const fetching = person.call('fetchPlaylists')
      await blocked(fetching)
      barrier.release()
      await choosing
      expect(await fetching).toMatchObject({ ok: true })
    },
  )
})
