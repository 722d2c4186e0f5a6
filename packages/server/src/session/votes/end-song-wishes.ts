import { lockConcernedUsers } from '../../platform/db/row-locks.ts'
import type { Trx } from '../../platform/db/tables.ts'
import { isRefused, type Refusal } from '../../platform/refusal.ts'
import { countSongVotes, saveVotes, type StoredVote, type VoteKey } from './store.ts'
import { checkVotes } from './check-votes.ts'
import { bumpWaiting, dueWishes, removeWishes } from './waiting-store.ts'

/**
 * The result of checking song wishes (wishes to add a song that must be approved): the up-votes that some wishes
 * became, and the wishes whose song the session refuses. A wish of a person who may not vote any more is in neither
 * list.
 */
export type WishCheck = { votes: StoredVote[]; refused: (VoteKey & { refusal: Refusal })[] }

/**
 * Checks song wishes like new up-votes (H9): the person must be let into the session, and the session must not
 * refuse the song (F3, H5). The caller has locked the session.
 * @param wishes the oldest first, because the person of the oldest one adds the song
 * @returns a refusal if one of these people is being deleted, or an account is made of them (G6)
 */
export async function checkWishes(
  trx: Trx,
  wishes: readonly VoteKey[],
  now: number,
): Promise<WishCheck | Refusal> {
  const existing = await lockConcernedUsers(trx, [...new Set(wishes.map(({ userId }) => userId))])
  if (isRefused(existing)) return existing
  const permissions = await checkVotes(
    trx,
    wishes.map((wish) => ({ ...wish, isKnown: true })),
    now,
  )
  const checked: WishCheck = { votes: [], refused: [] }
  wishes.forEach((wish, index) => {
    const permission = permissions[index]
    if (!permission || permission === 'unknown-song' || isRefused(permission)) return
    if (!existing.has(wish.userId)) return
    const refusal = permission.upVoteRefusal
    if (refusal) checked.refused.push({ ...wish, refusal })
    // The oldest vote decides who added the song, so each vote gets a later time than the one before. All times are
    // later than `now`, because a person with a role may add the song at `now`.
    else checked.votes.push({ ...wish, direction: 'up', castAt: now + 1 + index })
  })
  return checked
}

/** Removes song wishes, and stores the votes that they became. */
export async function replaceWishes(
  trx: Trx,
  wishes: readonly VoteKey[],
  votes: readonly StoredVote[],
  now: number,
): Promise<void> {
  await removeWishes(trx, wishes)
  await saveVotes(trx, votes)
  const songs = new Map(votes.map((vote) => [`${vote.ssid} ${vote.songId}`, vote]))
  await countSongVotes(trx, [...songs.values()], now)
  await bumpWaiting(trx, [...new Set(wishes.map(({ ssid }) => ssid))])
}

/**
 * The song wishes that ended. `declined` has those whose song a person declined or the session refuses. Only the users
 * of the declined wishes are notified.
 */
export type EndedWishes = { all: readonly VoteKey[]; declined: readonly VoteKey[] }

/**
 * Turns the song wishes of a session that need no approval any more into up-votes (H9). If the session refuses
 * the song now, its wishes are declined. The caller has locked the session.
 * @returns a refusal as `checkWishes` does
 */
export async function endDueWishes(trx: Trx, ssid: string, now: number): Promise<EndedWishes | Refusal> {
  const wishes = await dueWishes(trx, ssid)
  if (wishes.length === 0) return { all: [], declined: [] }
  const checked = await checkWishes(trx, wishes, now)
  if (isRefused(checked)) return checked
  const { votes, refused } = checked
  await replaceWishes(trx, wishes, votes, now)
  return { all: wishes, declined: refused }
}
