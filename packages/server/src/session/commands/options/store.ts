import { type BannedUser, type Fallback, Flavor, type Moderator } from '@jointly/contract'
import { affectedPeople, type CurrentOptions, isOpenByLink } from '@jointly/domain'
import { presentFallback } from '../../access/fallback-playlist.ts'
import { rowOfRules, ruleColumns, rulesOf } from '../../access/host-rules.ts'
import { freePlacesOf } from '../../../people/guests.ts'
import { guestMark, pictureMark } from '../../../people/users.ts'
import type { Db, Trx } from '../../../platform/db/tables.ts'

/** The stored options of a session, with the names of the users in them. */
export type StoredOptions = Omit<CurrentOptions, 'fallback' | 'flavor' | 'mods' | 'banned'> & {
  fallback: Fallback | null
  flavor: Flavor
  /** The session code (J1). */
  code: string
  ownerId: string
  /**
   * When the monthly upgrade ends, in epoch milliseconds. Null without an upgrade, and for an upgrade without an end.
   */
  managedUntil: number | null
  /** The owner first, then the moderators in the order in which they got their level. */
  mods: Moderator[]
  /** The banned users in the order of their bans. */
  banned: BannedUser[]
}

/**
 * Loads the options of a session.
 * @returns undefined if the session does not exist
 */
export async function findOptions(db: Db, ssid: string): Promise<StoredOptions | undefined> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.owner_id')
    .select([
      'owner_id',
      'username',
      'picture',
      'code',
      'version',
      'title',
      'skip_percent',
      'policy',
      'sessions.guests',
      'sessions.chat',
      ...ruleColumns,
      'fallback_playlist',
      'fallback_title',
      'flavor',
      'managed_until',
    ])
    .where('sessions.id', '=', ssid)
    .executeTakeFirst()
  if (!row) return undefined
  const mods = await db
    .selectFrom('moderators')
    .innerJoin('users', 'users.id', 'moderators.user_id')
    .select(['user_id', 'username', 'picture', 'moderators.level'])
    .where('session_id', '=', ssid)
    .orderBy('since')
    .orderBy('username_key')
    .execute()
  const banned = await db
    .selectFrom('bans')
    .innerJoin('users', 'users.id', 'bans.user_id')
    .select(['user_id', 'username', 'guest', 'picture'])
    .where('session_id', '=', ssid)
    .orderBy('since')
    .orderBy('username_key')
    .execute()
  return {
    ownerId: row.owner_id,
    code: row.code,
    version: row.version,
    title: row.title,
    skipPercent: row.skip_percent,
    policy: row.policy,
    guests: row.guests === 1,
    chat: row.chat === 1,
    ...rulesOf(row),
    fallback: await presentFallback(db, ssid, row),
    flavor: Flavor.parse(JSON.parse(row.flavor)),
    managedUntil: row.managed_until,
    mods: [
      { user_id: row.owner_id, username: row.username, picture: row.picture, level: 'owner' as const },
      ...mods,
    ].map(({ picture, ...person }) => ({ ...person, ...pictureMark(picture) })),
    banned: banned.map(({ guest, picture, ...person }) => ({
      ...person,
      ...guestMark(guest),
      ...pictureMark(picture),
    })),
  }
}

/** Replaces the stored options. A moderator or ban that is in `before` and in `after` keeps its date (R3). */
export async function storeOptions(
  trx: Trx,
  ssid: string,
  { before, after }: { before: CurrentOptions; after: CurrentOptions },
  now: number,
): Promise<void> {
  await trx
    .updateTable('sessions')
    .set({
      version: before.version + 1,
      title: after.title,
      skip_percent: after.skipPercent,
      policy: after.policy,
      guests: after.guests ? 1 : 0,
      chat: after.chat ? 1 : 0,
      ...rowOfRules(after),
      flavor: JSON.stringify(after.flavor),
    })
    .where('id', '=', ssid)
    .execute()
  // Guests may not enter any more, so they do not count in the limit of guests any more (G4).
  if (!after.guests || !isOpenByLink(after.policy)) await freePlacesOf(trx, ssid)
  const { levels, banned, lifted } = affectedPeople(before, after)
  const mods = levels.flatMap((id) => {
    const level = after.mods.get(id)
    return level ? [{ session_id: ssid, user_id: id, level, since: now }] : []
  })
  await removePeople(
    trx,
    'moderators',
    ssid,
    levels.filter((id) => !after.mods.has(id)),
  )
  if (mods.length > 0)
    await trx
      .insertInto('moderators')
      .values(mods)
      .onConflict((conflict) =>
        conflict
          .columns(['session_id', 'user_id'])
          .doUpdateSet((row) => ({ level: row.ref('excluded.level') })),
      )
      .execute()
  await removePeople(trx, 'bans', ssid, lifted)
  const bans = banned.map((id) => ({ session_id: ssid, user_id: id, since: now }))
  if (bans.length > 0) await trx.insertInto('bans').values(bans).execute()
}

async function removePeople(
  trx: Trx,
  table: 'moderators' | 'bans',
  ssid: string,
  userIds: readonly string[],
): Promise<void> {
  if (userIds.length === 0) return
  await trx.deleteFrom(table).where('session_id', '=', ssid).where('user_id', 'in', userIds).execute()
}
