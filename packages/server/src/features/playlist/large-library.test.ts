import { routes } from '@jointly/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { forgetUnusedSongs } from '../../songs/songs.ts'
import { choose, readable } from '../../testing/generated-playlists.ts'
import {
  granted,
  link,
  PASSWORD,
  type Person,
  startTestServer,
  type TestServer,
} from '../../testing/test-server.ts'
import { expectShortTurns } from '../../testing/thread-time.ts'
import { numbers } from '../../testing/databases.ts'

/** The maximum number of chosen playlists. */
const PLAYLISTS = 100
const SONGS = 1000
/** The maximum number of imported songs of a playlist. */
const IMPORTED = 10_000
/**
 * The number of playlists in a library that is deleted. The commit of SQLite takes longer the more songs are deleted, so
 * the largest libraries block the thread for longer than 50 ms.
 */
const DELETED = 25

describe('a library of a hundred thousand songs', () => {
  let server: TestServer
  let lea: Person
  let libraries = 0
  beforeAll(async () => {
    server = await startTestServer()
    await insertSongs(server)
    lea = await server.signUp('lea')
    await link(lea, 'ann')
    await connectLibrary(lea, PLAYLISTS)
  })
  afterAll(() => server.close())

  /** Links a second account with the library to a person. Returns the id of the account. */
  async function connectLibrary(person = lea, playlists = DELETED): Promise<string> {
    const [, account] = await link(person, 'eva')
    await insertLibrary(server, person.id, account?.id ?? '', playlists)
    return account?.id ?? ''
  }

  /** Unchooses the first playlists, and chooses them again. */
  const choices = (count: number) =>
    [false, true].map((load) =>
      JSON.stringify(Array.from({ length: count }, (_, index) => ({ id: `made-${index}`, load }))),
    )
  it.each<[string, string, string, (string | undefined)[]]>([
    ['the choice of a playlist', 'POST', routes.choosePlaylists.path, choices(1)],
    ['the choice of all playlists', 'POST', routes.choosePlaylists.path, choices(PLAYLISTS)],
    ['a list that is fetched again', 'PUT', routes.fetchPlaylists.path, [undefined]],
  ])('O6 of %s blocks the thread for at most 50 ms', async (_what, method, where, bodies) => {
    const headers = { authorization: `Bearer ${lea.token}`, 'content-type': 'application/json' }
    await expectShortTurns(async () => {
      for (const body of bodies) {
        const answer = await fetch(server.address + where, { method, headers, ...(body && { body }) })
        // The answer is not parsed, because that would also take time in this thread.
        await answer.arrayBuffer()
        expect(answer.status).toBe(200)
      }
    })
  })

  const loadedOf = async (userId: string) =>
    (
      await server.db
        .selectFrom('loaded_songs')
        .select((row) => row.fn.countAll<number>().as('count'))
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow()
    ).count

  it('O6 L8 of an import that ends blocks the thread for at most 50 ms', async () => {
    const playlist = (await readable(lea)).find(({ id }) => !id.startsWith('made-'))
    const id = playlist?.id ?? ''
    await granted(lea.call('choosePlaylists', { body: [{ id: 'made-0', load: false }] }))
    await expectShortTurns(
      async () => {
        await granted(lea.call('fetchPlaylists'))
        await server.app.importsIdle()
      },
      async () => {
        await choose(lea, id)
        await server.app.importsIdle()
        // Of an unfinished import, only the last page is missing, which is empty.
        await insertUnfinished(id, IMPORTED, playlist?.total ?? 0)
      },
    )
    const { imported } = await server.db
      .selectFrom('playlist_songs')
      .select((row) => row.fn.countAll<number>().as('imported'))
      .where('playlist_id', '=', id)
      .executeTakeFirstOrThrow()
    expect(imported).toBe(IMPORTED)
    await granted(lea.call('choosePlaylists', { body: [{ id, load: false }] }))
  })

  it('O6 L4 of unfinished imports that are unchosen blocks the thread for at most 50 ms', async () => {
    const body = Array.from({ length: DELETED }, (_, index) => ({ id: `made-${index}`, load: false }))
    await expectShortTurns(
      async () => void (await granted(lea.call('choosePlaylists', { body }))),
      async () => {
        for (const { id } of body) await insertUnfinished(id, SONGS, SONGS)
      },
    )
    expect(await server.db.selectFrom('import_songs').selectAll().execute()).toEqual([])
  })

  /** Stores songs of an import that continues at `resumeAt`. */
  async function insertUnfinished(playlistId: string, songs: number, resumeAt: number): Promise<void> {
    const { account_id } = await server.db
      .updateTable('playlists')
      .set((row) => ({
        load: 1,
        state: 'waiting',
        imported_snapshot: null,
        resume_at: resumeAt,
        resume_snapshot: row.ref('snapshot_id'),
      }))
      .where('id', '=', playlistId)
      .returning('account_id')
      .executeTakeFirstOrThrow()
    await sql`${numbers(songs)} insert into import_songs (account_id, playlist_id, song_id, position)
      select ${account_id}, ${playlistId}, 'song-' || i, i from numbers`.execute(server.db)
  }

  it('O6 L10 of a list without its playlists blocks the thread for at most 50 ms', async () => {
    let id = ''
    await expectShortTurns(
      async () => void (await granted(lea.call('fetchPlaylists'))),
      async () => {
        id = (await granted(lea.call('accounts')))[0]?.id ?? ''
        await insertLibrary(server, lea.id, id, DELETED)
        await server.db.updateTable('accounts').set({ status: 'ok' }).where('id', '=', id).execute()
      },
    )
    const left = server.db.selectFrom('playlists').select('id').where('account_id', '=', id)
    expect(await left.where('id', 'like', 'made-%').execute()).toEqual([])
  })

  it('O6 L3 of an account that is disconnected blocks the thread for at most 50 ms', async () => {
    const disconnect = (id: string) => granted(lea.call('deleteAccount', { params: { id } }))
    const [, linked] = await granted(lea.call('accounts'))
    await disconnect(linked?.id ?? '')
    let id = ''
    await expectShortTurns(
      async () => void (await disconnect(id)),
      async () => {
        id = await connectLibrary()
        expect(await loadedOf(lea.id)).toBeGreaterThanOrEqual(DELETED * SONGS)
      },
    )
    expect(await loadedOf(lea.id)).toBeLessThan(SONGS)
  })

  it('O6 A7 of a user who is deleted blocks the thread for at most 50 ms', async () => {
    let max = lea
    await expectShortTurns(
      async () => void (await granted(max.call('deleteUser', { body: { password: PASSWORD } }))),
      async () => {
        max = await server.signUp(`max${(libraries += 1)}`)
        await link(max, 'ann')
        await connectLibrary(max)
      },
    )
    expect(await loadedOf(max.id)).toBe(0)
  })

  it('O6 T2 of unused songs that are deleted blocks the thread for at most 50 ms', async () => {
    const { db } = server
    await db.deleteFrom('playlists').execute()
    await expectShortTurns(
      () => forgetUnusedSongs(db, Date.now()),
      () => insertSongs(server),
    )
    expect(await db.selectFrom('songs').select('id').where('fetched_at', '=', 0).execute()).toEqual([])
  })
})

/** Stores the songs that are not stored. They were fetched long ago. */
async function insertSongs({ db }: TestServer): Promise<void> {
  await sql`${numbers(PLAYLISTS * SONGS)} insert into songs
    (id, title, artists, duration_ms, service, src, explicit, fetched_at)
    select 'song-' || i, 'The title of song ' || i, '[]', 1000, 'spotify', '', 0, 0
    from numbers where true on conflict (id) do nothing`.execute(db)
}

/** Stores chosen playlists with a thousand songs each. The provider refuses to list them again. */
async function insertLibrary(
  { db }: TestServer,
  userId: string,
  accountId: string,
  playlists: number,
): Promise<void> {
  await db.updateTable('accounts').set({ status: 'reconnect' }).where('id', '=', accountId).execute()
  await sql`${numbers(playlists)} insert into playlists
    (account_id, id, position, title, owner, snapshot_id, imported_snapshot, total, imported, load, state)
    select ${accountId}, 'made-' || i, i, 'Title', 'lea', 'now', 'now', ${SONGS}, ${SONGS}, 1, 'ready'
    from numbers`.execute(db)
  await sql`${numbers(playlists * SONGS)} insert into playlist_songs (account_id, playlist_id, song_id, position)
    select ${accountId}, 'made-' || (i / ${sql.lit(SONGS)}), 'song-' || i, i % ${SONGS} from numbers`.execute(
    db,
  )
  await sql`insert into loaded_songs (user_id, song_id)
    select ${userId}, song_id from playlist_songs where account_id = ${accountId} on conflict do nothing`.execute(
    db,
  )
}
