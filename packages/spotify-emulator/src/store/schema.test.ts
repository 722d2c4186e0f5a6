import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it, onTestFinished } from 'vitest'
import { startEmulator } from '../testing/test-emulator.ts'
import { lists, trackIdOf } from '../testing/tone-library.ts'
import { openDatabase } from './database.ts'
import { hashOf } from './secrets.ts'

/** The tables of schema version 0, in which all consents to the same listener shared one account. */
const version0 = `
create table meta (key text primary key, value text not null);
create table people (
  id text primary key, display_name text not null, account_id text not null, created_at integer not null);
create table grants (
  id integer primary key, client_id text not null, person_id text not null, scopes text not null,
  rotating integer not null, authorized_at integer not null, revoked_at integer);
create index grants_by_person on grants (person_id);
create table refresh_tokens (
  hash text primary key, grant_id integer not null references grants (id), used_at integer);
create table access_tokens (
  hash text primary key, grant_id integer references grants (id), client_id text not null,
  scopes text not null, expires_at integer not null);
create index access_tokens_by_expiry on access_tokens (expires_at);
create table playlists (id text primary key, owner_id text not null, json text not null, created_at integer not null);
create table music_files (
  path text primary key, mtime_ms integer not null, size integer not null, json text not null);
`
const version1 = `
create table meta (key text primary key, value text not null);
create table grants (
  id integer primary key autoincrement, client_id text not null,
  user_id text not null, account_id text not null, profile_id text, display_name text not null,
  scopes text not null, rotating integer not null, authorized_at integer not null);
create table refresh_tokens (
  hash text primary key, grant_id integer not null references grants (id) on delete cascade, used_at integer);
create table access_tokens (
  hash text primary key, grant_id integer references grants (id) on delete cascade, client_id text not null,
  scopes text not null, expires_at integer not null);
create table playlists (
  grant_id integer not null references grants (id) on delete cascade, id text not null,
  total integer not null, json text not null, created_at integer not null, primary key (grant_id, id));
pragma user_version = 1;
`
const version2 = `${version1}
alter table playlists add column details text not null default '{}';
alter table playlists add column first_track_id text;
pragma user_version = 2;
`
/** How version 1 of the program stores a playlist. */
const saveOfVersion1 = `
insert into playlists (grant_id, id, total, json, created_at) values (?, ?, ?, ?, ?)
on conflict (grant_id, id) do update set total = excluded.total, json = excluded.json`
const scopes = 'user-read-private playlist-read-private playlist-modify-private playlist-modify-public'

function newFolder(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'provider-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  return dataDir
}

/** Opens the database in this folder, as another version of the program does. */
const openIn = (dataDir: string) => new DatabaseSync(join(dataDir, 'provider.sqlite'))

function folderOfVersion0(): string {
  const dataDir = newFolder()
  const sql = openIn(dataDir)
  sql.exec(version0)
  sql.exec("insert into people values ('kim', 'Kim', 'aB3dE5fG7h', 1)")
  const grant = sql.prepare('insert into grants values (?, ?, ?, ?, 0, ?, ?)')
  const refresh = sql.prepare('insert into refresh_tokens (hash, grant_id) values (?, ?)')
  const access = sql.prepare('insert into access_tokens values (?, ?, ?, ?, ?)')
  const nowMs = Date.now()
  for (const [id, person, revokedAt] of [
    [1, 'ann', null],
    [2, 'kim', null],
    [3, 'ann', nowMs],
    [4, 'kim', null],
  ] as const) {
    grant.run(id, 'public', person, scopes, nowMs, revokedAt)
    refresh.run(hashOf(`refresh ${id}`), id)
    access.run(hashOf(`access-${id}`), id, 'public', scopes, nowMs + 3_600_000)
  }
  access.run(hashOf('access-app'), null, 'confidential', '', nowMs + 3_600_000)
  const list = sql.prepare('insert into playlists values (?, ?, ?, 1)')
  const items = [{ kind: 'track', trackId: trackIdOf('Gold') }]
  const kims = { ...lists.bens, id: 'k'.repeat(22), name: 'Of Kim', ownerId: 'kim', public: false, items }
  list.run(kims.id, 'kim', JSON.stringify(kims))
  list.run(lists.mornings.id, 'ann', JSON.stringify({ ...lists.mornings, name: 'Renamed' }))
  list.run('o'.repeat(22), 'olga', JSON.stringify({ ...kims, ownerId: 'olga', public: true }))
  sql.close()
  return dataDir
}

it('B1 keeps links of the old schema with their ids and their playlists', async () => {
  const dataDir = folderOfVersion0()
  const first = await startEmulator({ dataDir })
  const get = async (token: string, path: string) => (await first.call(token, 'GET', path)).json
  expect(await get('access-1', '/me')).toMatchObject({ id: 'ann', account_id: 'ann', display_name: 'Ann' })
  expect(await get('access-2', '/me')).toMatchObject({ id: 'kim', account_id: 'aB3dE5fG7h' })
  expect(await get('access-1', '/me/playlists?limit=1')).toMatchObject({
    items: [{ name: 'Renamed', owner: { id: 'ann' } }],
  })
  const path = `/playlists/${'k'.repeat(22)}`
  expect(await get('access-2', `${path}/items`)).toMatchObject({ total: 1 })
  expect((await first.call('access-app', 'GET', '/search?q=a&type=track')).status).toBe(200)

  await first.call('access-2', 'PUT', path, { name: 'Only mine' })
  expect(await get('access-2', path)).toMatchObject({ name: 'Only mine', owner: { id: 'kim' } })
  expect(await get('access-4', path)).toMatchObject({ name: 'Of Kim', owner: { id: 'kim' } })
  expect((await first.call('access-1', 'GET', path)).status).toBe(404)
  // The migration has deleted revoked grants and the data of people who have no grant.
  expect((await first.call('access-3', 'GET', '/me')).status).toBe(401)
  expect((await first.call('access-1', 'GET', `/playlists/${'o'.repeat(22)}`)).status).toBe(404)

  await first.stop()
  const second = await startEmulator({ dataDir })
  const renewal = { grant_type: 'refresh_token', refresh_token: 'refresh 1', client_id: 'public' }
  expect((await second.tokenRequest(renewal)).status).toBe(200)
  expect((await second.call('access-2', 'GET', path)).json).toMatchObject({ name: 'Only mine' })
})

it.each([
  ['1', version1],
  ['2', version2],
])(
  'B1 keeps playlists of schema version %s that version 1 of the program stores',
  async (_version, tables) => {
    const dataDir = newFolder()
    const nowMs = Date.now()
    const save = (sql: DatabaseSync, number: number, name: string, trackIds: readonly string[]): void => {
      const items = trackIds.map((trackId) => ({ kind: 'track', trackId }))
      const id = String(number).repeat(22)
      const json = JSON.stringify({ ...lists.bens, id, name, ownerId: 'ann', public: false, items })
      sql.prepare(saveOfVersion1).run(1, id, items.length, json, number)
    }
    const old = openIn(dataDir)
    old.exec(tables)
    old
      .prepare("insert into grants values (1, 'public', 'ann', 'ann', 'ann', 'Ann', ?, 0, ?)")
      .run(scopes, nowMs)
    old
      .prepare("insert into access_tokens values (?, 1, 'public', ?, ?)")
      .run(hashOf('access-1'), scopes, nowMs + 3_600_000)
    save(old, 1, 'First', [trackIdOf('Gold')])
    save(old, 2, 'Second', [])
    old.close()
    const ownLists = async () => {
      const emulator = await startEmulator({ dataDir })
      const { status, text } = await emulator.call('access-1', 'GET', '/me/playlists')
      await emulator.stop()
      return [status, ...['First', 'Second', 'Renamed', 'New'].filter((name) => text.includes(`"${name}"`))]
    }
    expect(await ownLists()).toEqual([200, 'First', 'Second'])

    // The operator starts version 1 of the program again, and then this version.
    const rolledBack = openIn(dataDir)
    save(rolledBack, 2, 'Renamed', [trackIdOf('Jade')])
    save(rolledBack, 3, 'New', [])
    rolledBack.close()
    expect(await ownLists()).toEqual([200, 'First', 'Renamed', 'New'])
  },
)

it('B1 the number of a later schema version stays', () => {
  const dataDir = newFolder()
  const versionIn = (sql: DatabaseSync) => sql.prepare('pragma user_version').get()?.['user_version']
  openDatabase(dataDir).close()
  const later = openIn(dataDir)
  const next = Number(versionIn(later)) + 1
  later.exec(`pragma user_version = ${next}`)
  later.close()
  const { sql, close } = openDatabase(dataDir)
  expect(versionIn(sql)).toBe(next)
  close()
})
