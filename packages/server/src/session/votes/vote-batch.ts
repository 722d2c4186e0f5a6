import type { VoteDirection } from '@jointly/domain'
import type { Db, Trx } from '../../platform/db/tables.ts'
import { lockSessions, lockUsersShared } from '../../platform/db/row-locks.ts'
import { transact } from '../../platform/db/transact.ts'
import { type Refused, refuse } from '../../platform/refusal.ts'
import {
  type Decision,
  decideVotes,
  isVoteDecision,
  songKeyOf,
  type VoteRequest,
  voteKeyOf,
} from './decide-votes.ts'
import { checkVotes, type UnknownSong } from './vote-refusals.ts'
import { countSongVotes, loadVoteStates, saveVotes, unlist, type VoteKey, withdrawVotes } from './store.ts'

export type CountedVote = VoteKey & {
  vote: VoteDirection
  upvotes: number
  downvotes: number
  /** False if the user already had the same vote. */
  isNew: boolean
  /** The user whose added song left the list with this vote (H3). */
  adderId: string | null
}
export type VoteOutcome = CountedVote | Refused | UnknownSong

/**
 * Checks and stores a batch of votes in one transaction, in the order of their arrival (V1, V7).
 * @param now epoch milliseconds
 * @returns an outcome for each request, in their order: a refusal, or the user's vote with the counts of the
 * song after the whole batch
 */
export async function commitVotes(
  db: Db,
  requests: readonly VoteRequest[],
  now: () => number,
): Promise<VoteOutcome[]> {
  return transact(db, async (trx) => {
    // While the sessions are locked, nobody can be banned and no song can be chosen, so that the permissions
    // stay valid.
    await lockSessions(trx, [...new Set(requests.map(({ ssid }) => ssid))])
    const voters = await lockUsersShared(trx, [...new Set(requests.map(({ userId }) => userId))])
    const states = await loadVoteStates(trx, requests)
    const keys = requests.map((request, index) => ({ ...request, isKnown: states[index]?.isKnown ?? false }))
    const permissions = await checkVotes(trx, keys, now())
    const ofExistingUsers = permissions.map((permission, index) =>
      voters.has(requests[index]?.userId ?? '') ? permission : refuse('unauthenticated'),
    )
    const decisions = decideVotes(requests, ofExistingUsers, states)
    return storeDecisions(trx, requests, decisions, now())
  })
}

async function storeDecisions(
  trx: Trx,
  requests: readonly VoteRequest[],
  decisions: readonly Decision[],
  now: number,
): Promise<VoteOutcome[]> {
  const latest = new Map<string, VoteKey & { vote: VoteDirection }>()
  requests.forEach(({ ssid, songId, userId }, index) => {
    const decision = decisions[index]
    if (isVoteDecision(decision) && decision.isNew)
      latest.set(voteKeyOf({ ssid, songId, userId }), { ssid, songId, userId, vote: decision.vote })
  })
  const changed = sortedUnique([...latest.values()], voteKeyOf)
  const cast = changed.flatMap(({ vote, ...key }) =>
    vote === 'none' ? [] : [{ ...key, direction: vote, castAt: now }],
  )
  await saveVotes(trx, cast)
  await withdrawVotes(
    trx,
    changed.filter(({ vote }) => vote === 'none'),
  )

  // Songs that leave the list and come back within the batch must start from zero (V5).
  const songsWithVotes = new Set(cast.map(songKeyOf))
  const returned = requests.filter((request, index) => {
    const decision = decisions[index]
    return isVoteDecision(decision) && decision.isLast && songsWithVotes.has(songKeyOf(request))
  })
  await unlist(trx, sortedUnique(returned, songKeyOf))
  const accepted = requests.filter((_, index) => isVoteDecision(decisions[index]))
  const counted = await countSongVotes(trx, sortedUnique(accepted, songKeyOf), now)
  const counts = new Map(counted.map((song) => [songKeyOf(song), song]))
  return requests.map((request, index) => {
    const decision = decisions[index] ?? refuse('not-found')
    if (!isVoteDecision(decision)) return decision
    const { upvotes = 0, downvotes = 0 } = counts.get(songKeyOf(request)) ?? {}
    const { vote, isNew, adderId } = decision
    return { ...request, vote, isNew, adderId, upvotes, downvotes }
  })
}

/**
 * Removes duplicate keys and sorts the rest. All batches lock rows in this order, so that no two batches
 * deadlock.
 */
function sortedUnique<Key>(keys: readonly Key[], nameOf: (key: Key) => string): Key[] {
  const byName = new Map(keys.map((key) => [nameOf(key), key]))
  return [...byName.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, key]) => key)
}
