import type { VoteDirection } from '@jointly/domain'
import type { Db, Trx } from '../../platform/db/tables.ts'
import { lockCallers, lockSessions } from '../../platform/db/row-locks.ts'
import { transact } from '../../platform/db/transact.ts'
import { isRefused, type Refusal, refuse } from '../../platform/refusal.ts'
import {
  type Decision,
  decideVotes,
  isVoteDecision,
  songKeyOf,
  type VoteDecision,
  type VoteRequest,
  voteKeyOf,
} from './decide-votes.ts'
import { endDueWishes } from './end-song-wishes.ts'
import { checkVotes, type UnknownSong } from './check-votes.ts'
import { countSongVotes, loadVoteStates, saveVotes, unlist, type VoteKey, withdrawVotes } from './store.ts'
import {
  bumpWaiting,
  loadWaitingStates,
  removeWishes,
  saveWishes,
  type WaitingState,
} from './waiting-store.ts'

export type CountedVote = VoteKey & {
  vote: VoteDirection
  upvotes: number
  downvotes: number
  /** Whether the request changed the user's vote or song wish. */
  isNew: boolean
  /** Whether the user has a song wish instead of a vote, because the song must be approved (H9). */
  isWaiting: boolean
  /**
   * Other users whose personal view changed: the user who had added a song that left the list (H3), and users whose
   * song wish ended because the song was added (H9).
   */
  othersIds: readonly string[]
}
export type VoteOutcome = CountedVote | Refusal | UnknownSong

/**
 * Checks and stores a batch of votes in one transaction, in the order of their arrival (V1, V7).
 * @param now returns the time in epoch milliseconds
 * @returns an outcome for each request, in their order: a refusal, `unknown-song`, or the user's vote with the counts
 * of the song after the transaction
 * @throws if one vote of several must wait for another transaction (G6). Nothing is stored then. The group commit
 * commits each vote alone after an error, so the others do not have to wait.
 */
export async function commitVotes(
  db: Db,
  requests: readonly VoteRequest[],
  now: () => number,
): Promise<VoteOutcome[]> {
  const outcomes = await transact(db, async (trx) => {
    // While the sessions are locked, nobody is banned and no song is chosen. So the permissions stay right
    // until the commit.
    await lockSessions(trx, [...new Set(requests.map(({ ssid }) => ssid))])
    const refusedVoters = await lockCallers(trx, [...new Set(requests.map(({ userId }) => userId))])
    const states = await loadVoteStates(trx, requests)
    const keys = requests.map((request, index) => ({ ...request, isKnown: states[index]?.isKnown ?? false }))
    const permissions = await checkVotes(trx, keys, now())
    const ofExistingUsers = permissions.map(
      (permission, index) => refusedVoters.get(requests[index]?.userId ?? '') ?? permission,
    )
    const waiting = await waitingStates(trx, requests, permissions)
    const withWaiting = states.map((state, index) => ({ ...state, ...(waiting[index] ?? NOTHING_WAITS) }))
    const decisions = decideVotes(requests, ofExistingUsers, withWaiting)
    return storeDecisions(trx, requests, decisions, now())
  })
  if (!isRefused(outcomes)) return outcomes
  if (requests.length > 1) throw new Error('One of the votes must wait, so the batch was not stored')
  return [outcomes]
}

const NOTHING_WAITS: WaitingState = { isWaiting: false, waitingOfUser: 0, waitingOfAll: 0 }

/**
 * Loads the song wishes of the users (H9). If no session of the batch asks for approval, there are no song wishes. Then
 * nothing is loaded, and the result is empty.
 */
async function waitingStates(
  trx: Trx,
  requests: readonly VoteRequest[],
  permissions: Awaited<ReturnType<typeof checkVotes>>,
): Promise<WaitingState[]> {
  const isAny = permissions.some(
    (permission) => permission !== 'unknown-song' && !isRefused(permission) && permission.rules.approve,
  )
  return isAny ? loadWaitingStates(trx, requests) : []
}

async function storeDecisions(
  trx: Trx,
  requests: readonly VoteRequest[],
  decisions: readonly Decision[],
  now: number,
): Promise<VoteOutcome[] | Refusal> {
  const changed = sortedUnique(lastChanges(requests, decisions), voteKeyOf)
  const cast = changed.flatMap(({ after, ...key }) =>
    after === 'up' || after === 'down' ? [{ ...key, direction: after, castAt: now }] : [],
  )
  await saveVotes(trx, cast)
  await withdrawVotes(
    trx,
    changed.filter(({ after }) => after === 'none' || after === 'waiting'),
  )
  await storeWishes(trx, changed, now)

  // A song that lost its last vote and got a new vote in the same batch counts as a new song (V5). So it is removed from
  // the list here, and `countSongVotes` adds it again.
  const songsWithVotes = new Set(cast.map(songKeyOf))
  const returned = requests.filter((request, index) => {
    const decision = decisions[index]
    return isVoteDecision(decision) && decision.isLast && songsWithVotes.has(songKeyOf(request))
  })
  await unlist(trx, sortedUnique(returned, songKeyOf))
  const accepted = requests.filter((_, index) => isVoteDecision(decisions[index]))
  const adders = addersOf(requests, decisions)
  const songs = sortedUnique(accepted, songKeyOf).map((song) => ({
    ...song,
    addedBy: adders.get(songKeyOf(song)),
  }))
  const counted = await countSongVotes(trx, songs, now)
  const others = await endWishesForAddedSongs(trx, requests, decisions, now)
  if (isRefused(others)) return others
  // Wishes that became up-votes count too.
  const final = others.size > 0 ? await countSongVotes(trx, songs, now) : counted
  const counts = new Map(final.map((song) => [songKeyOf(song), song]))
  return requests.map((request, index) => {
    const decision = decisions[index] ?? refuse('not-found')
    if (!isVoteDecision(decision)) return decision
    const { upvotes = 0, downvotes = 0 } = counts.get(songKeyOf(request)) ?? {}
    const { before, after, isAdded, adderId } = decision
    const othersIds = [
      ...(adderId === null ? [] : [adderId]),
      ...(isAdded ? (others.get(request.ssid) ?? []) : []),
    ]
    const vote = after === 'waiting' ? 'none' : after
    const isNew = after !== before
    return { ...request, vote, isWaiting: after === 'waiting', isNew, othersIds, upvotes, downvotes }
  })
}

type ChangedVote = VoteKey & Pick<VoteDecision, 'after'> & { hadWish: boolean }

/**
 * Returns the last change of each vote in the batch. `hadWish` is whether the user had a song wish for the song at
 * any time before the change.
 */
function lastChanges(requests: readonly VoteRequest[], decisions: readonly Decision[]): ChangedVote[] {
  const latest = new Map<string, ChangedVote>()
  requests.forEach(({ ssid, songId, userId }, index) => {
    const decision = decisions[index]
    if (!isVoteDecision(decision) || decision.after === decision.before) return
    const key = voteKeyOf({ ssid, songId, userId })
    const hadWish = decision.before === 'waiting' || (latest.get(key)?.hadWish ?? false)
    latest.set(key, { ssid, songId, userId, after: decision.after, hadWish })
  })
  return [...latest.values()]
}

/** Returns the users who added songs in this batch, by song (H3). Songs that left the list again are left out. */
function addersOf(requests: readonly VoteRequest[], decisions: readonly Decision[]): Map<string, string> {
  const adders = new Map<string, string>()
  requests.forEach((request, index) => {
    const decision = decisions[index]
    if (!isVoteDecision(decision)) return
    if (decision.isAdded) adders.set(songKeyOf(request), request.userId)
    else if (decision.isLast) adders.delete(songKeyOf(request))
  })
  return adders
}

/** Stores new song wishes, and removes those that were withdrawn or became votes (H9). */
async function storeWishes(trx: Trx, changed: readonly ChangedVote[], now: number): Promise<void> {
  const added = changed.filter(({ after }) => after === 'waiting')
  const removed = changed.filter(({ after, hadWish }) => hadWish && after !== 'waiting')
  await saveWishes(trx, added, now)
  await removeWishes(trx, removed)
  await bumpWaiting(trx, [...new Set([...added, ...removed].map(({ ssid }) => ssid))])
}

/**
 * Turns song wishes into up-votes if somebody else added their songs in this batch (H9).
 * @returns the users whose song wishes ended, by session, or a refusal as `checkWishes` does
 */
async function endWishesForAddedSongs(
  trx: Trx,
  requests: readonly VoteRequest[],
  decisions: readonly Decision[],
  now: number,
): Promise<Map<string, string[]> | Refusal> {
  const ssids = requests.flatMap(({ ssid }, index) => {
    const decision = decisions[index]
    return isVoteDecision(decision) && decision.isAdded && decision.isApproving ? [ssid] : []
  })
  const others = new Map<string, string[]>()
  for (const ssid of new Set(ssids)) {
    const ended = await endDueWishes(trx, ssid, now)
    if (isRefused(ended)) return ended
    others.set(
      ssid,
      ended.all.map(({ userId }) => userId),
    )
  }
  return others
}

/**
 * Removes duplicate keys and sorts the rest. All batches lock rows in this order, so that no two batches
 * deadlock.
 */
function sortedUnique<Key>(keys: readonly Key[], nameOf: (key: Key) => string): Key[] {
  const byName = new Map(keys.map((key) => [nameOf(key), key]))
  return [...byName.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, key]) => key)
}
