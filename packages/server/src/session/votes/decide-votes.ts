import { type VoteDirection, type VoteWish, voteAfter } from '@jointly/domain'
import { isRefused, type Refused, refuse } from '../../platform/refusal.ts'
import type { SongKey, VoteKey, VoteState } from './store.ts'
import { refuseAdding, refuseByRule, type UnknownSong, type VotePermission } from './vote-refusals.ts'

/** A vote that a user wants to cast. */
export type VoteRequest = VoteKey & { wish: VoteWish }

/**
 * The result of one request. `isLast` means that the song leaves the list, because it lost its last counted
 * vote (V5). `adderId` is then the user who had added it (H3).
 */
type VoteDecision = { vote: VoteDirection; isNew: boolean; isLast: boolean; adderId: string | null }
export type Decision = VoteDecision | Refused | UnknownSong

export const isVoteDecision = (decision: Decision | undefined): decision is VoteDecision =>
  decision !== undefined && decision !== 'unknown-song' && !isRefused(decision)

export const songKeyOf = ({ ssid, songId }: SongKey): string => `${ssid} ${songId}`
export const voteKeyOf = ({ ssid, songId, userId }: VoteKey): string => `${ssid} ${songId} ${userId}`
const voterKeyOf = (ssid: string, userId: string): string => `${ssid} ${userId}`

/** The number of votes that one user may have in one session. A vote ends when its song plays. */
const VOTES_PER_USER = 200
const tooManyVotes = refuse('too-many', {
  message: `You have ${VOTES_PER_USER} votes here. Please wait until some of the songs have played, or take votes back.`,
})

/** Decides each request in order, with the effect of the requests before it (V1, F3, H2, H3, H4). */
export function decideVotes(
  requests: readonly VoteRequest[],
  permissions: readonly (VotePermission | Refused | UnknownSong)[],
  states: readonly VoteState[],
): Decision[] {
  const running = runningStateOf(requests, states)
  return requests.map((request, index) => {
    const permission = permissions[index] ?? refuse('not-found')
    if (permission === 'unknown-song' || isRefused(permission)) return permission
    const before = running.votes.get(voteKeyOf(request)) ?? 'none'
    const vote = voteAfter(before, request.wish)
    if (vote === before) return { vote, isNew: false, isLast: false, adderId: null }
    const refusal = refusalOf(running, request, { vote, before }, permission)
    if (refusal) return refusal
    return { vote, isNew: true, ...apply(running, request, { vote, before }, permission) }
  })
}

/**
 * The state of the votes after the earlier requests. `votes` has the keys of votes, `…BySong` those of songs, and
 * `…ByVoter` those of voters.
 */
type RunningState = {
  votes: Map<string, VoteDirection>
  countBySong: Map<string, number>
  countByVoter: Map<string, number>
  /** The user who added a listed song (H3). */
  adderBySong: Map<string, string>
  addedByVoter: Map<string, number>
}

type Change = { before: VoteDirection; vote: VoteDirection }

function runningStateOf(requests: readonly VoteRequest[], states: readonly VoteState[]): RunningState {
  const running: RunningState = {
    votes: new Map(),
    countBySong: new Map(),
    countByVoter: new Map(),
    adderBySong: new Map(),
    addedByVoter: new Map(),
  }
  requests.forEach((request, index) => {
    const state = states[index]
    if (!state) return
    const voter = voterKeyOf(request.ssid, request.userId)
    if (state.direction !== null) running.votes.set(voteKeyOf(request), state.direction)
    if (state.addedBy !== null) running.adderBySong.set(songKeyOf(request), state.addedBy)
    running.countBySong.set(songKeyOf(request), state.votesForSong)
    running.countByVoter.set(voter, state.votesOfUser)
    running.addedByVoter.set(voter, state.addedByUser)
  })
  return running
}

function refusalOf(
  running: RunningState,
  request: VoteRequest,
  { vote, before }: Change,
  permission: VotePermission,
): Refused | null {
  const voter = voterKeyOf(request.ssid, request.userId)
  if (vote === 'down' && !permission.rules.downVotes) return refuseByRule('down-votes')
  if (vote === 'up' && permission.upVoteRefusal) return permission.upVoteRefusal
  if (before === 'none' && (running.countByVoter.get(voter) ?? 0) >= VOTES_PER_USER) return tooManyVotes
  if (vote !== 'up' || running.adderBySong.has(songKeyOf(request))) return null
  return refuseAdding(permission, running.addedByVoter.get(voter) ?? 0)
}

/** Applies a change. @returns whether the song leaves the list, and who had added it */
function apply(
  { votes, countBySong, countByVoter, adderBySong, addedByVoter }: RunningState,
  request: VoteRequest,
  { vote, before }: Change,
  { rules }: VotePermission,
): Pick<VoteDecision, 'isLast' | 'adderId'> {
  const { ssid, userId } = request
  const song = songKeyOf(request)
  const add = (counts: Map<string, number>, key: string, change: number) =>
    counts.set(key, (counts.get(key) ?? 0) + change)
  const counted = (each: VoteDirection) => Number(each === 'up' || (each === 'down' && rules.downVotes))
  votes.set(voteKeyOf(request), vote)
  add(countByVoter, voterKeyOf(ssid, userId), Number(vote !== 'none') - Number(before !== 'none'))
  add(countBySong, song, counted(vote) - counted(before))
  if (vote === 'up' && !adderBySong.has(song)) {
    adderBySong.set(song, userId)
    add(addedByVoter, voterKeyOf(ssid, userId), 1)
  }
  const isLast = countBySong.get(song) === 0 && counted(before) === 1
  const adderId = adderBySong.get(song)
  if (!isLast || adderId === undefined) return { isLast, adderId: null }
  adderBySong.delete(song)
  add(addedByVoter, voterKeyOf(ssid, adderId), -1)
  return { isLast, adderId }
}
