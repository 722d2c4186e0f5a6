import type { WaitingSongs } from '@jointly/contract'
import { approvesSongs } from '@jointly/domain'
import { publicUsers } from '../../people/users.ts'
import { lockSessions } from '../../platform/db/row-locks.ts'
import type { Trx } from '../../platform/db/tables.ts'
import { transact } from '../../platform/db/transact.ts'
import { isRefused, type Refusal, refuse } from '../../platform/refusal.ts'
import { songsByIds } from '../../songs/songs.ts'
import { findMembership } from '../access/membership.ts'
import type { SessionContext } from '../context.ts'
import { checkWishes, type EndedWishes, replaceWishes } from './end-song-wishes.ts'
import { waitingSongsOf, wishesFor } from './waiting-store.ts'

/** How many waiting songs are shown, and how many people for each. */
const SHOWN = { songs: 100, people: 5 }

type Person = { ssid: string; userId: string }

/**
 * Returns the songs that wait for approval (H9). People who may approve get all of them, and others only their own.
 */
export async function readWaiting(
  { db, now }: Pick<SessionContext, 'db' | 'now'>,
  { ssid, userId }: Person,
): Promise<WaitingSongs | Refusal> {
  const membership = await findMembership(db, ssid, userId, now())
  if (isRefused(membership)) return membership
  const onlyOf = approvesSongs(membership.role) ? null : userId
  const { songs: waiting, count } = await waitingSongsOf(db, { ssid, userId: onlyOf }, SHOWN)
  const songs = await songsByIds(
    db,
    waiting.map(({ songId }) => songId),
  )
  const people = await publicUsers(db, [...new Set(waiting.flatMap(({ userIds }) => userIds))])
  return {
    count,
    songs: waiting.flatMap(({ songId, wishes, userIds }) => {
      const song = songs.get(songId)
      return song ? [{ song, wishes, people: userIds.flatMap((id) => people.get(id) ?? []) }] : []
    }),
  }
}

/**
 * Approves or declines a waiting song (H9). If several people decide at once, the first decision counts. The
 * others get the answer that the song does not wait any more.
 */
export async function approveSong(
  context: SessionContext,
  person: Person,
  { songId, approved }: { songId: string; approved: boolean },
): Promise<Record<string, never> | Refusal> {
  const { db, now } = context
  const { ssid } = person
  const ended = await transact(db, async (trx) => {
    await lockSessions(trx, [ssid])
    return endWaiting(trx, person, { songId, approved, now: now() })
  })
  if (isRefused(ended)) return ended
  context.bus.publish({ type: 'session', ssid, only: 'songs' })
  await publishEndedWishes(context, ended)
  return {}
}

async function endWaiting(
  trx: Trx,
  { ssid, userId }: Person,
  { songId, approved, now }: { songId: string; approved: boolean; now: number },
): Promise<EndedWishes | Refusal> {
  const membership = await findMembership(trx, ssid, userId, now)
  if (isRefused(membership)) return membership
  if (!approvesSongs(membership.role)) return refuse('forbidden')
  const wishes = await wishesFor(trx, ssid, songId)
  if (wishes.length === 0) return refuse('not-found')
  if (!approved) {
    await replaceWishes(trx, wishes, [], now)
    return { all: wishes, declined: wishes }
  }
  const checked = await checkWishes(trx, wishes, now)
  if (isRefused(checked)) return checked
  const { votes, refused } = checked
  if (refused[0]) return refused[0].refusal
  await replaceWishes(trx, wishes, votes, now)
  return { all: wishes, declined: [] }
}

/**
 * Publishes that the personal views of users changed because their song wishes ended, and notifies the users whose
 * song was declined.
 */
export async function publishEndedWishes(
  { db, bus }: Pick<SessionContext, 'db' | 'bus'>,
  { all, declined }: EndedWishes,
): Promise<void> {
  const users = new Map(all.map(({ ssid, userId }) => [`${ssid} ${userId}`, { ssid, userId }]))
  for (const user of users.values()) bus.publish({ type: 'you', ...user })
  const songs = await songsByIds(db, [...new Set(declined.map(({ songId }) => songId))])
  for (const { ssid, userId, songId } of declined) {
    const title = songs.get(songId)?.title
    if (title !== undefined)
      bus.publish({ type: 'person', userId, message: { type: 'declined', ssid, title } })
  }
}
