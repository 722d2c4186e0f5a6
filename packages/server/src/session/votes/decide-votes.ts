import { mustWait, type VoteAction, type VoteDirection, voteAfter } from '@jointly/domain'
import { isRefused, type Refusal, refuse } from '../../platform/refusal.ts'
import type { SongKey, VoteKey, VoteState } from './store.ts'
import type { WaitingState } from './waiting-store.ts'
import { refuseAdding, refuseByRule, type UnknownSong, type VotePermission } from './check-votes.ts'

/** A request to set or to toggle the vote of a user. */
export type VoteRequest = VoteKey & { action: VoteAction }

/**
 * What a user has for a song: a vote, or `waiting` for a song wish. A song wish is the wish of one user to add a song
 * that must be approved. It waits until somebody approves or declines the song (H9).
 */
type VoteOrWish = VoteDirection | 'waiting'

/**
 * The result of one request.
 * - `isAdded`: whether this request adds the song to the list (H2)
 * - `isApproving`: whether songs of this session must be approved (H9). If they must, the song may have song wishes of
 * several users.
 * - `isLast`: whether the song leaves the list, because it lost its last counted vote (V5)
 * - `adderId`: the user who had added a song that leaves the list (H3); otherwise null
 */
export type VoteDecision = {
  before: VoteOrWish
  after: VoteOrWish
  isAdded: boolean
  isApproving: boolean
  isLast: boolean
  adderId: string | null
}
export type Decision = VoteDecision | Refusal | UnknownSong

export const isVoteDecision = (decision: Decision | undefined): decision is VoteDecision =>
  decision !== undefined && decision !== 'unknown-song' && !isRefused(decision)

export const songKeyOf = ({ ssid, songId }: SongKey): string => `${ssid} ${songId}`
export const voteKeyOf = ({ ssid, songId, userId }: VoteKey): string => `${ssid} ${songId} ${userId}`
const voterKeyOf = (ssid: string, userId: string): string => `${ssid} ${userId}`

const keysOf = (request: VoteRequest) => ({
  voteKey: voteKeyOf(request),
  songKey: songKeyOf(request),
  voterKey: voterKeyOf(request.ssid, request.userId),
})
type KeyedRequest = VoteRequest & ReturnType<typeof keysOf>

/** The number of votes that one user may have in one session. A vote ends when its song is chosen. */
const VOTES_PER_USER = 200
const tooManyVotes = refuse('too-many', {
  message: `You have ${VOTES_PER_USER} votes here. Please wait until some of the songs have played, or take votes back.`,
})

/** The number of song wishes that one user may have in one session (H9). */
const WAITING_PER_USER = 20
/**
 * The number of song wishes of all users together in one session. It is limited because switching `approve` off
 * turns all of them into votes at once.
 */
const WAITING_PER_SESSION = 500
const tooManyWait = refuse('too-many', {
  message: `${WAITING_PER_USER} of your songs wait here. Please wait until somebody approves them, or take songs back.`,
})
const sessionWaits = refuse('too-many', {
  message: 'Too many songs wait here. Please try again when somebody has approved or declined some of them.',
})

/**
 * Decides the requests one after the other. Each decision counts the effects of the earlier ones (V1, F3, H2,
 * H3, H4, H9).
 */
export function decideVotes(
  requests: readonly VoteRequest[],
  permissions: readonly (VotePermission | Refusal | UnknownSong)[],
  states: readonly (VoteState & WaitingState)[],
): Decision[] {
  // The keys are made only once, because each request needs them several times.
  const keyed = requests.map((request) => ({ ...request, ...keysOf(request) }))
  const running = runningStateOf(keyed, states)
  return keyed.map((request, index) => {
    const permission = permissions[index] ?? refuse('not-found')
    if (permission === 'unknown-song' || isRefused(permission)) return permission
    const change = changeOf(running, request, permission)
    const { before, after } = change
    const isApproving = permission.rules.approve
    if (after === before) return { ...change, isAdded: false, isApproving, isLast: false, adderId: null }
    const refusal = refusalOf(running, request, change, permission)
    if (refusal) return refusal
    return { ...change, isApproving, ...apply(running, request, change, permission) }
  })
}

/**
 * The votes as they are after the earlier requests. Maps with `BySong` have the key of a song, maps with `ByVoter` that
 * of a voter, and `votes` that of a vote (`keysOf` makes these keys). The key of `waitingBySession` is the session id.
 */
type RunningState = {
  votes: Map<string, VoteOrWish>
  countBySong: Map<string, number>
  countByVoter: Map<string, number>
  /** The user who added a listed song (H3). */
  adderBySong: Map<string, string>
  /** The number of listed songs that a user added, and of the user's song wishes. */
  addedByVoter: Map<string, number>
  /** The number of song wishes, by user and by session (H9). */
  waitingByVoter: Map<string, number>
  waitingBySession: Map<string, number>
}

type Change = { before: VoteOrWish; after: VoteOrWish }

function runningStateOf(
  requests: readonly KeyedRequest[],
  states: readonly (VoteState & WaitingState)[],
): RunningState {
  const running: RunningState = {
    votes: new Map(),
    countBySong: new Map(),
    countByVoter: new Map(),
    adderBySong: new Map(),
    addedByVoter: new Map(),
    waitingByVoter: new Map(),
    waitingBySession: new Map(),
  }
  requests.forEach((request, index) => {
    const state = states[index]
    if (!state) return
    const { voteKey, songKey, voterKey } = request
    const storedVote = state.isWaiting ? 'waiting' : state.direction
    if (storedVote !== null) running.votes.set(voteKey, storedVote)
    if (state.addedBy !== null) running.adderBySong.set(songKey, state.addedBy)
    running.countBySong.set(songKey, state.votesForSong)
    running.countByVoter.set(voterKey, state.votesOfUser + state.waitingOfUser)
    running.addedByVoter.set(voterKey, state.addedByUser + state.waitingOfUser)
    running.waitingByVoter.set(voterKey, state.waitingOfUser)
    running.waitingBySession.set(request.ssid, state.waitingOfAll)
  })
  return running
}

/**
 * Returns the user's vote before and after a request. If the song must be approved, an up-vote becomes a song
 * wish, which the user sets and withdraws like an up-vote (H9).
 */
function changeOf(running: RunningState, request: KeyedRequest, { role, rules }: VotePermission): Change {
  const before = running.votes.get(request.voteKey) ?? 'none'
  const waits = mustWait(rules, role) && !running.adderBySong.has(request.songKey)
  const vote = before === 'waiting' ? (waits ? 'up' : 'none') : before
  const after = voteAfter(vote, request.action)
  return { before, after: after === 'up' && waits ? 'waiting' : after }
}

function refusalOf(
  running: RunningState,
  request: KeyedRequest,
  { before, after }: Change,
  permission: VotePermission,
): Refusal | null {
  const voter = request.voterKey
  const isUp = after === 'up' || after === 'waiting'
  if (after === 'down' && !permission.rules.downVotes) return refuseByRule('down-votes')
  if (isUp && permission.upVoteRefusal) return permission.upVoteRefusal
  if (before === 'none' && (running.countByVoter.get(voter) ?? 0) >= VOTES_PER_USER) return tooManyVotes
  if (after === 'waiting') {
    if ((running.waitingByVoter.get(voter) ?? 0) >= WAITING_PER_USER) return tooManyWait
    if ((running.waitingBySession.get(request.ssid) ?? 0) >= WAITING_PER_SESSION) return sessionWaits
  }
  if (!isUp || before === 'waiting' || running.adderBySong.has(request.songKey)) return null
  return refuseAdding(permission, running.addedByVoter.get(voter) ?? 0)
}

/** Stores a change in the running state, so that the next requests count it. */
function apply(
  running: RunningState,
  request: KeyedRequest,
  { before, after }: Change,
  { rules }: VotePermission,
): Pick<VoteDecision, 'isAdded' | 'isLast' | 'adderId'> {
  const { votes, countBySong, countByVoter, adderBySong, addedByVoter } = running
  const { ssid, userId, voteKey, songKey: song, voterKey: voter } = request
  const add = (counts: Map<string, number>, key: string, change: number) =>
    counts.set(key, (counts.get(key) ?? 0) + change)
  const counted = (each: VoteOrWish) => Number(each === 'up' || (each === 'down' && rules.downVotes))
  votes.set(voteKey, after)
  add(countByVoter, voter, Number(after !== 'none') - Number(before !== 'none'))
  add(countBySong, song, counted(after) - counted(before))
  const waits = Number(after === 'waiting') - Number(before === 'waiting')
  add(addedByVoter, voter, waits)
  add(running.waitingByVoter, voter, waits)
  add(running.waitingBySession, ssid, waits)
  const isAdded = after === 'up' && !adderBySong.has(song)
  if (isAdded) {
    adderBySong.set(song, userId)
    add(addedByVoter, voter, 1)
  }
  const isLast = countBySong.get(song) === 0 && counted(before) === 1
  const adderId = adderBySong.get(song)
  if (!isLast || adderId === undefined) return { isAdded, isLast, adderId: null }
  adderBySong.delete(song)
  add(addedByVoter, voterKeyOf(ssid, adderId), -1)
  return { isAdded, isLast, adderId }
}
