import { sql } from 'kysely'
import type { Db } from '../platform/db/tables.ts'
import { befriend, openSession } from './session-fixture.ts'
import { granted, link, type Person, type TestServer } from './test-server.ts'

/** Stores data of Ann, so that every table that can refer to a user has a row that refers to her. */
export async function fillUserTables(
  server: TestServer,
  [ann, ben, cleo]: readonly [Person, Person, Person],
) {
  await link(ann, 'ann')
  const [playlist] = await granted(ann.call('providerPlaylists'))
  await granted(ann.call('choosePlaylists', { body: [{ id: playlist?.id ?? '', load: true }] }))
  await server.app.importsIdle()
  await befriend(ann, ben)
  await granted(ann.call('changeFriend', { body: { friend: cleo.id } }))
  // Each session has three users, because with fewer users one skip wish would skip the song (K2).
  const [own, other] = [await openSession(ann, ben, cleo), await openSession(ben, ann, cleo)]
  await granted(ann.call('invite', { body: { invitedID: ben.id, ssid: own } }))
  await granted(ben.call('invite', { body: { invitedID: ann.id, ssid: other } }))
  const { data } = await granted(ann.call('songs', { query: { query: 'a' } }))
  const [played = '', listed = ''] = data.map(({ id }) => id)
  for (const ssid of [own, other]) {
    const vote = (songID: string) =>
      granted(ann.call('voteUp', { params: { ssid }, body: { songID, vote: 'up' } }))
    await vote(played)
    await granted(ann.call('play', { params: { ssid } }))
    await vote(listed)
    await granted(ann.call('skip', { params: { ssid }, body: { wish: true } }))
  }
  const { db } = server
  await db.insertInto('bans').values({ session_id: own, user_id: ann.id, since: 0 }).execute()
  await db
    .insertInto('chat_lines')
    .values({ session_id: other, id: 1, user_id: ann.id, text: 'Hello', sent_at: 0, client_key: ann.id })
    .execute()
  await db.insertInto('chat_mutes').values({ session_id: other, user_id: ann.id, since: 0 }).execute()
  await db
    .insertInto('waiting_songs')
    .values({ session_id: other, song_id: listed, user_id: ann.id, added_at: 0 })
    .execute()
  const moderator = { session_id: other, user_id: ann.id, level: 'relate' as const, since: 0 }
  await db.insertInto('moderators').values(moderator).execute()
  await db
    .insertInto('tickets')
    .values({ code_hash: ann.id, created_by: ann.id, created_at: 0, expires_at: 8e15, used_at: null })
    .execute()
  await db.insertInto('passkeys').values(passkeyOf(ann.id)).execute()
  const saved = { params: { visit: own }, body: { name: 'Kitchen party', description: 'What played.' } }
  await granted(ann.call('saveHistory', saved))
  await db
    .insertInto('guests')
    .values({ user_id: ann.id, device_hash: ann.id, session_id: null, used_at: 8e15 })
    .execute()
  await db
    .insertInto('password_resets')
    .values({ code_hash: ann.id, user_id: ann.id, created_at: 0, expires_at: 8e15 })
    .execute()
  await db
    .insertInto('pictures')
    .values({ id: ann.id, user_id: ann.id, file: Buffer.from('a picture'), created_at: 0 })
    .execute()
  return { own, other, listed }
}

/** Returns a row of a passkey with which nobody can log in. */
export const passkeyOf = (userId: string) => ({
  id: userId,
  user_id: userId,
  credential_id: userId,
  public_key: 'key',
  counter: 0,
  name: 'Phone',
  created_at: 0,
  last_used_at: null,
})

/** A body for the call that adds a passkey. It matches the schema, but contains no valid credential. */
export const NEW_CREDENTIAL = {
  id: 'a',
  rawId: 'a',
  type: 'public-key',
  clientExtensionResults: {},
  response: { clientDataJSON: 'a', attestationObject: 'a' },
}

/** Returns all columns of the database that contain an id, as `table.column`. */
export async function placesOf(db: Db, id: string): Promise<string[]> {
  const places: string[] = []
  for (const { name: table, columns } of await db.introspection.getTables())
    for (const { name: column } of columns) {
      const { rows } = await sql`
        select 1 from ${sql.table(table)} where cast(${sql.ref(column)} as text) like ${`%${id}%`} limit 1`.execute(
        db,
      )
      if (rows.length > 0) places.push(`${table}.${column}`)
    }
  return places.sort()
}
