import { type VoteDirection, type VoteWish, voteAfter } from '@jointly/domain'
import type { Db, Trx } from '../../platform/db/tables.ts'
import { lockSessions, lockUsersShared } from '../../platform/db/row-locks.ts'
import { transact } from '../../platform/db/transact.ts'
import { isRefused, type Refused, refuse } from '../../platform/refusal.ts'
import { checkVotes, type UnknownSong, type VotePermission } from './vote-refusals.ts'
import {
  countSongVotes,
  loadVoteStates,
  type SongKey,
  saveVotes,
  unlist,
  type VoteKey,
  type VoteState,
  withdrawVotes,
} from './store.ts'

/** A vote that a user wants to cast. */
export type VoteRequest = VoteKey & { wish: VoteWish }
export type CountedVote = VoteKey & {
  vote: VoteDirection
  upvotes: number
  downvotes: number
  /** False if the user already had the same vote. */
  isNew: boolean
}
export type VoteOutcome = CountedVote | Refused | UnknownSong

const songKeyOf = ({ ssid, songId }: SongKey): string => `${ssid} ${songId}`
const voterKeyOf = ({ ssid, userId }: VoteKey): string => `${ssid} ${userId}`
const voteKeyOf = ({ ssid, songId, userId }: VoteKey): string => `${ssid} ${songId} ${userId}`

/** The number of votes that one user may have in one session. A vote ends when its song plays. */
const VOTES_PER_USER = 200
const tooManyVotes = refuse('too-many', {
  message: `You have ${VOTES_PER_USER} votes here. Please wait until some of the songs have played, or take votes back.`,
})

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

/**
 * The result of one request. `isLast` means that the song leaves the list, because it lost its last counted
 * vote (V5).
 */
type VoteDecision = { vote: VoteDirection; isNew: boolean; isLast: boolean }
type Decision = VoteDecision | Refused | UnknownSong

const isVoteDecision = (decision: Decision | undefined): decision is VoteDecision =>
  decision !== undefined && decision !== 'unknown-song' && !isRefused(decision)

/** Decides each request in order, with the effect of the requests before it (V1, F3). */
function decideVotes(
  requests: readonly VoteRequest[],
  permissions: readonly (VotePermission | Refused | UnknownSong)[],
  states: readonly VoteState[],
): Decision[] {
  const votes = new Map<string, VoteDirection>()
  const countByVoter = new Map<string, number>()
  const countBySong = new Map<string, number>()
  requests.forEach((request, index) => {
    const { direction = null, votesOfUser = 0, votesForSong = 0 } = states[index] ?? {}
    if (direction !== null) votes.set(voteKeyOf(request), direction)
    countByVoter.set(voterKeyOf(request), votesOfUser)
    countBySong.set(songKeyOf(request), votesForSong)
  })
  return requests.map((request, index) => {
    const permission = permissions[index] ?? refuse('not-found')
    if (permission === 'unknown-song' || isRefused(permission)) return permission
    const before = votes.get(voteKeyOf(request)) ?? 'none'
    const vote = voteAfter(before, request.wish)
    if (vote === before) return { vote, isNew: false, isLast: false }
    if (vote === 'up' && permission.upVoteRefusal) return permission.upVoteRefusal
    const added = Number(vote !== 'none') - Number(before !== 'none')
    const votesOfUser = (countByVoter.get(voterKeyOf(request)) ?? 0) + added
    if (votesOfUser > VOTES_PER_USER) return tooManyVotes
    countByVoter.set(voterKeyOf(request), votesOfUser)
    const votesForSong = (countBySong.get(songKeyOf(request)) ?? 0) + added
    countBySong.set(songKeyOf(request), votesForSong)
    votes.set(voteKeyOf(request), vote)
    return { vote, isNew: true, isLast: votesForSong === 0 }
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
    const { vote, isNew } = decision
    return { ...request, vote, isNew, upvotes, downvotes }
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
