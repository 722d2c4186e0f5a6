import { setImmediate as nextTurn } from 'node:timers/promises'
import { friendshipStatus } from '@jointly/domain'
import type { Db } from '../../../platform/db/tables.ts'
import { expiryOf } from '../../../people/login/token-store.ts'
import { dateOf, datedRows, withDates } from './export-dates.ts'

/**
 * Returns what the export contains about the user: profile, data of a guest, logins, passkeys, reset links, tickets and
 * friends. Returns undefined if the user does not exist.
 */
export async function profileOf(db: Db, userId: string) {
  const user = await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst()
  if (!user) return undefined
  const { id, username, email, level } = user
  return {
    profile: { id, username, email, level, createdAt: dateOf(user.created_at) },
    picture: await pictureOf(db, userId),
    guest: await guestOf(db, userId),
    logIns: await logInsOf(db, userId),
    knownNetworks: await knownNetworksOf(db, userId),
    passkeys: await passkeysOf(db, userId),
    passwordResets: await passwordResetsOf(db, userId),
    tickets: await ticketsOf(db, userId),
    friends: await friendshipsOf(db, userId),
  }
}

/** Returns the uploaded picture as a data address (U3). Returns null without a picture. */
async function pictureOf(db: Db, userId: string) {
  const row = await db
    .selectFrom('pictures')
    .select(['file', 'created_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!row) return null
  const file = `data:image/webp;base64,${Buffer.from(row.file).toString('base64')}`
  return { uploadedAt: dateOf(row.created_at), file }
}

/** Returns the time of a guest's last visit (G7). Returns null for an account. */
async function guestOf(db: Db, userId: string) {
  const row = await db.selectFrom('guests').select('used_at').where('user_id', '=', userId).executeTakeFirst()
  return row ? { lastSeenAt: dateOf(row.used_at) } : null
}

async function logInsOf(db: Db, userId: string) {
  const rows = await db
    .selectFrom('tokens')
    .select(['created_at as beganAt', 'extended_at as lastUsedAt', 'expires_at as endsAt'])
    .select(['browser', 'system'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()
  return rows.map((row) =>
    withDates({ ...row, endsAt: expiryOf({ createdAt: row.beganAt, expiresAt: row.endsAt }) }),
  )
}

/** Returns when each known network expires. The networks cannot be exported, because only keyed hashes are stored. */
const knownNetworksOf = (db: Db, userId: string) =>
  datedRows(
    db
      .selectFrom('known_networks')
      .select('expires_at as endsAt')
      .where('user_id', '=', userId)
      .orderBy('expires_at'),
  )

const passkeysOf = (db: Db, userId: string) =>
  datedRows(
    db
      .selectFrom('passkeys')
      .select(['name', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
      .where('user_id', '=', userId)
      .orderBy('created_at'),
  )

const passwordResetsOf = (db: Db, userId: string) =>
  datedRows(
    db
      .selectFrom('password_resets')
      .select(['created_at as createdAt', 'expires_at as endsAt'])
      .where('user_id', '=', userId)
      .orderBy('created_at'),
  )

const ticketsOf = (db: Db, userId: string) =>
  datedRows(
    db
      .selectFrom('tickets')
      .select(['created_at as createdAt', 'expires_at as endsAt', 'used_at as usedAt'])
      .where('created_by', '=', userId)
      .orderBy('created_at'),
  )

async function friendshipsOf(db: Db, userId: string) {
  const rows = await db
    .selectFrom('friends')
    .innerJoin('users as one', 'one.id', 'user1')
    .innerJoin('users as other', 'other.id', 'user2')
    .select(['user1', 'user2', 'accepted', 'friends.created_at'])
    .select(['one.username as asker', 'other.username as asked'])
    .where((row) => row.or([row('user1', '=', userId), row('user2', '=', userId)]))
    .orderBy('friends.created_at')
    .execute()
  return rows.map(({ user1, user2, accepted, asker, asked, created_at }) => ({
    username: user1 === userId ? asked : asker,
    status: friendshipStatus({ user1, user2, accepted: accepted === 1 }, userId),
    askedAt: dateOf(created_at),
  }))
}

/** Returns linked accounts without their tokens, and their playlists with the loaded songs. */
export async function musicOf(db: Db, userId: string) {
  const accounts = await db.selectFrom('accounts').selectAll().where('user_id', '=', userId).execute()
  return {
    accounts: accounts.map((account) => ({
      service: account.service,
      name: account.name,
      idAtService: account.provider_user_id,
      nameAtService: account.owner_id,
      status: account.status,
      linkedAt: dateOf(account.created_at),
      allowedAt: dateOf(account.authorized_at),
    })),
    playlists: await playlistsOf(db, userId),
    savedPlaylists: await savedPlaylistsOf(db, userId),
  }
}

/** Lists the playlists in which the user saved what played (T3). */
const savedPlaylistsOf = (db: Db, userId: string) =>
  datedRows(
    db
      .selectFrom('saved_playlists')
      .select(['name', 'description', 'url', 'saved', 'used_at as savedAt'])
      .where('user_id', '=', userId)
      .orderBy('used_at'),
  )

async function playlistsOf(db: Db, userId: string) {
  const rows = await db
    .selectFrom('playlists')
    .innerJoin('accounts', 'accounts.id', 'playlists.account_id')
    .select(['account_id', 'playlists.id', 'title', 'owner', 'load'])
    .where('accounts.user_id', '=', userId)
    .orderBy('playlists.position')
    .execute()
  const playlists = []
  for (const { account_id, id, title, owner, load } of rows) {
    // Each playlist gets its own turn, because all together may have a hundred thousand songs (O6).
    await nextTurn()
    const songs = await db
      .selectFrom('playlist_songs')
      .innerJoin('songs', 'songs.id', 'playlist_songs.song_id')
      .select('songs.title')
      .where('account_id', '=', account_id)
      .where('playlist_id', '=', id)
      .orderBy('playlist_songs.position')
      .execute()
    playlists.push({ id, title, owner, loaded: load === 1, songs: songs.map((song) => song.title) })
  }
  return playlists
}
