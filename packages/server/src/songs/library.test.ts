import { randomUUID } from 'node:crypto'
import type { Song } from '@jointly/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { OpenDatabase } from '../platform/db/open.ts'
import { transact } from '../platform/db/transact.ts'
import { databases } from '../testing/databases.ts'
import { deleteSongs, loadSongs, songIdsOf, unloadSongs } from './library-changes.ts'
import { loadedCount, loadedSongAt, loadedSongs, peopleWithSongs } from './loaded-songs.ts'
import { forgetUnusedSongs, saveSongs, songById, songsByIds } from './songs.ts'

const song = (id: string, title = `Song ${id}`): Song => ({
  id,
  title,
  artists: [{ id: 'artist', name: 'Björk & co' }],
  cover: null,
  duration: 180_000,
  sources: [{ service: 'spotify', src: `spotify:track:${id}` }],
  link: null,
  explicit: true,
})

describe.each(databases)('songs on $name', ({ open }) => {
  let opened: OpenDatabase
  beforeEach(async () => {
    opened = await open()
  })
  afterEach(() => opened.close())

  it('D1 are read as they were last saved', async () => {
    const { db } = opened
    await saveSongs(db, [song('a'), song('b'), song('a', 'Told again')], 1)
    expect(await songById(db, 'b')).toEqual(song('b'))
    expect(await songById(db, 'a')).toEqual(song('a', 'Told again'))
    await saveSongs(db, [song('b', 'Renamed')], 2)
    expect((await songById(db, 'b'))?.title).toBe('Renamed')
    expect(await songById(db, 'c')).toBe(undefined)
  })

  it('D1 are found by many ids in one call', async () => {
    const ids = Array.from({ length: 1_200 }, (_, index) => `song-${index}`)
    await saveSongs(
      opened.db,
      ids.map((id) => song(id)),
      1,
    )
    const found = await songsByIds(opened.db, [...ids, 'unknown'])
    expect([...found.keys()].sort()).toEqual([...ids].sort())
    expect(await songsByIds(opened.db, [])).toEqual(new Map())
  })
})

describe.each(databases)('loaded songs on $name', ({ open }) => {
  let opened: OpenDatabase
  const userId = randomUUID()
  beforeEach(async () => {
    opened = await open()
    await saveSongs(
      opened.db,
      ['a', 'b', 'c', 'd'].map((id) => song(id)),
      1,
    )
    await insertPerson(userId)
  })
  afterEach(() => opened.close())

  async function insertPerson(id: string): Promise<void> {
    const user = { id, username: id, username_key: id, email: '', password_hash: '', level: 0, created_at: 0 }
    await opened.db.insertInto('users').values(user).execute()
    const account = { id, user_id: id, service: 'spotify', provider_user_id: id, owner_id: id, name: '' }
    const tokens = {
      access_token: '',
      refresh_token: '',
      valid_until_sec: 0,
      token_version: 0,
      refreshing_until: 0,
    }
    await opened.db
      .insertInto('accounts')
      .values({ ...account, ...tokens, status: 'ok', authorized_at: 0, created_at: 0 })
      .execute()
  }

  async function insertPlaylist(id: string, load: number, songIds: readonly string[]): Promise<void> {
    const facts = {
      title: id,
      owner: '',
      cover: null,
      snapshot_id: '',
      total: songIds.length,
      imported: songIds.length,
    }
    await opened.db
      .insertInto('playlists')
      .values({ ...facts, account_id: userId, id, position: 0, load, state: 'ready', imported_snapshot: '' })
      .execute()
    const rows = songIds.map((song_id, position) => ({
      account_id: userId,
      playlist_id: id,
      song_id,
      position,
    }))
    await opened.db.insertInto('playlist_songs').values(rows).execute()
  }

  const setLoad = (id: string, load: number) =>
    opened.db.updateTable('playlists').set({ load }).where('id', '=', id).execute()
  const load = (...ids: string[]) => transact(opened.db, (trx) => loadSongs(trx, userId, ids))
  const unload = (id: string) =>
    transact(opened.db, async (trx) => unloadSongs(trx, userId, await songIdsOf(trx, userId, id)))

  it('P3 are those of the chosen playlists, each once', async () => {
    await insertPlaylist('one', 1, ['a', 'b'])
    await insertPlaylist('two', 1, ['b', 'c'])
    await insertPlaylist('not chosen', 0, ['d'])
    await load('one', 'two', 'not chosen')
    expect((await loadedSongs(opened.db, userId)).sort()).toEqual(['a', 'b', 'c'])
    expect(await loadedCount(opened.db, userId)).toBe(3)
    const places = await Promise.all([0, 1, 2, 3].map((place) => loadedSongAt(opened.db, userId, place)))
    expect(places).toEqual(['a', 'b', 'c', undefined])
  })

  it('P3 are removed when their playlist is not chosen any more, unless another chosen playlist has them', async () => {
    await insertPlaylist('one', 1, ['a', 'b'])
    await insertPlaylist('two', 1, ['b', 'c'])
    await load('one', 'two')
    await setLoad('one', 0)
    await unload('one')
    expect((await loadedSongs(opened.db, userId)).sort()).toEqual(['b', 'c'])
  })

  it('P3 L3 are removed with their playlist, unless another chosen playlist has them', async () => {
    await insertPlaylist('one', 1, ['a', 'b'])
    await insertPlaylist('two', 1, ['b', 'c'])
    await insertPlaylist('three', 0, ['c', 'd'])
    await load('one', 'two')
    const remove = (only?: ReadonlySet<string>) =>
      transact(opened.db, (trx) => deleteSongs(trx, userId, userId, only))
    await remove(new Set(['one', 'three']))
    expect((await loadedSongs(opened.db, userId)).sort()).toEqual(['b', 'c'])
    await remove()
    expect(await loadedSongs(opened.db, userId)).toEqual([])
    expect(await opened.db.selectFrom('playlist_songs').selectAll().execute()).toEqual([])
  })

  it('T2 old songs stay while a playlist, an import or a timeline has them, however many others go', async () => {
    const { db } = opened
    const many = Array.from({ length: 1_200 }, (_, index) => song(`song-${index}`))
    await saveSongs(db, many, 1)
    await saveSongs(db, [song('new')], 2)
    await insertPlaylist('one', 0, ['a', 'song-700'])
    const importing = { account_id: userId, playlist_id: 'one', position: 0 }
    await db
      .insertInto('import_songs')
      .values({ ...importing, song_id: 'song-3' })
      .execute()
    const visit = { user_id: userId, session_id: 'kitchen', visit_at: 0, start_at: 0 }
    await db
      .insertInto('heard_songs')
      .values({ ...visit, song_id: 'song-1199' })
      .execute()
    await forgetUnusedSongs(db, 30 * 24 * 3_600_000 + 2)
    const left = await db.selectFrom('songs').select('id').execute()
    expect(left.map(({ id }) => id).sort()).toEqual(['a', 'new', 'song-1199', 'song-3', 'song-700'])
  })

  it('P2 users without loaded songs get no turn', async () => {
    const other = randomUUID()
    await insertPerson(other)
    await insertPlaylist('one', 1, ['a'])
    await load('one')
    expect(await peopleWithSongs(opened.db, [userId, other])).toEqual([userId])
    expect(await peopleWithSongs(opened.db, [])).toEqual([])
    const largeRoom = Array.from({ length: 70_000 }, () => randomUUID())
    expect(await peopleWithSongs(opened.db, [...largeRoom, userId])).toEqual([userId])
  })
})
