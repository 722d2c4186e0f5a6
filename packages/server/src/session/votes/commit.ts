import { type VoteDirection, type VoteWish, voteAfter } from '@jointly/domain'
import type { Db, Trx } from '../../platform/db/tables.ts'
import { lockSessions, lockUsersShared } from '../../platform/db/row-locks.ts'
import { transact } from '../../platform/db/transact.ts'
import { isRefused, type Refused, refuse } from '../../platform/refusal.ts'
import { type AdmissionPort, type Admitted, admitVotes, type UnknownSong } from './admission.ts'
import {
  type BeforeVote,
  beforeVotes,
  recount,
  type SongKey,
  saveVotes,
  unlist,
  type VoteKey,
  withdrawVotes,
} from './store.ts'

export type WishedVote = VoteKey & { wish: VoteWish }
export type CountedVote = VoteKey & {
  vote: VoteDirection
  upvotes: number
  downvotes: number
  /** False where the vote stood like this before. */
  isNew: boolean
}
export type VoteOutcome = CountedVote | Refused | UnknownSong

export type CommitDeps = {
  db: Db
  now: () => number
  admission: AdmissionPort
}

const songKeyOf = ({ ssid, songId }: SongKey): string => `${ssid} ${songId}`
const voterOf = ({ ssid, userId }: VoteKey): string => `${ssid} ${userId}`
const voteKeyOf = ({ ssid, songId, userId }: VoteKey): string => `${ssid} ${songId} ${userId}`

/** What one person may have standing in one session; votes end when their song plays. */
const VOTES_PER_PERSON = 200
const tooManyVotes = refuse('too-many', {
  message: `You have ${VOTES_PER_PERSON} votes here. Please wait until some of the songs have played, or take votes back.`,
})

/**
 * Admits and applies a group of wishes in one transaction, in the order in which they came (V1, V7).
 *
 * @returns an outcome for each wish, in their order: the song's tallies after the whole group and the voter's own
 *   direction after their wish; or why that one wish is refused, without harm to the others
 */
export async function commitVotes(deps: CommitDeps, wishes: readonly WishedVote[]): Promise<VoteOutcome[]> {
  return transact(deps.db, async (trx) => {
    // From here on nobody is banned and nothing is chosen: what admits the votes stays true until they are counted.
    await lockSessions(trx, [...new Set(wishes.map(({ ssid }) => ssid))])
    const voters = await lockUsersShared(trx, [...new Set(wishes.map(({ userId }) => userId))])
    const before = await beforeVotes(trx, wishes)
    const keys = wishes.map((wish, index) => ({ ...wish, isKnown: before[index]?.isKnown ?? false }))
    const admissions = await admitVotes(trx, deps.admission, keys)
    const ofVoters = admissions.map((admission, index) =>
      voters.has(wishes[index]?.userId ?? '') ? admission : refuse('unauthenticated'),
    )
    return apply(trx, wishes, ofVoters, before, deps.now())
  })
}

async function apply(
  trx: Trx,
  wishes: readonly WishedVote[],
  admissions: readonly (Admitted | Refused | UnknownSong)[],
  before: readonly BeforeVote[],
  now: number,
): Promise<VoteOutcome[]> {
  const admitted = wishes.filter((_, index) => isAdmitted(admissions[index]))
  const decide = decider(standingOf(wishes, before))
  const decisions = wishes.map((wish, index): Decision | Refused | UnknownSong => {
    const admission = admissions[index] ?? refuse('not-found')
    return isAdmitted(admission) ? decide(wish, admission) : admission
  })

  const after = new Map<string, VoteKey & { vote: VoteDirection }>()
  wishes.forEach(({ ssid, songId, userId }, index) => {
    const decision = decisions[index]
    if (isDecision(decision) && decision.isNew)
      after.set(voteKeyOf({ ssid, songId, userId }), { ssid, songId, userId, vote: decision.vote })
  })
  const changed = distinct([...after.values()], voteKeyOf)
  const cast = changed.flatMap(({ vote, ...key }) =>
    vote === 'none' ? [] : [{ ...key, direction: vote, castAt: now }],
  )
  await saveVotes(trx, cast)
  await withdrawVotes(
    trx,
    changed.filter(({ vote }) => vote === 'none'),
  )

  // A song that left the list and came back within the group starts anew (V5).
  const castFor = new Set(cast.map(songKeyOf))
  const cameBack = wishes.filter((wish, index) => {
    const decision = decisions[index]
    return isDecision(decision) && decision.isLast && castFor.has(songKeyOf(wish))
  })
  await unlist(trx, distinct(cameBack, songKeyOf))
  const counted = await recount(trx, distinct(admitted, songKeyOf), now)
  const tallies = new Map(counted.map((song) => [songKeyOf(song), song]))
  return wishes.map((wish, index) => {
    const decision = decisions[index] ?? refuse('not-found')
    if (!isDecision(decision)) return decision
    const { upvotes = 0, downvotes = 0 } = tallies.get(songKeyOf(wish)) ?? {}
    const { vote, isNew } = decision
    return { ...wish, vote, isNew, upvotes, downvotes }
  })
}

/** `isLast` where the last vote that counts for the song is withdrawn, with which it leaves the list (V5). */
type Decision = { vote: VoteDirection; isNew: boolean; isLast: boolean }
type Standing = {
  votes: Map<string, VoteDirection>
  /** How many votes a voter has in a session. */
  heldBy: Map<string, number>
  /** How many votes count for a song. */
  countedFor: Map<string, number>
}

const isAdmitted = (admission: Admitted | Refused | UnknownSong | undefined): admission is Admitted =>
  admission !== undefined && admission !== 'unknown-song' && !isRefused(admission)
const isDecision = (decision: Decision | Refused | UnknownSong | undefined): decision is Decision =>
  decision !== undefined && decision !== 'unknown-song' && !isRefused(decision)

/** What stands of the voters before the group. */
function standingOf(wishes: readonly WishedVote[], before: readonly BeforeVote[]): Standing {
  const votes = new Map<string, VoteDirection>()
  const heldBy = new Map<string, number>()
  const countedFor = new Map<string, number>()
  wishes.forEach((wish, index) => {
    const { direction = null, standing = 0, counted = 0 } = before[index] ?? {}
    if (direction !== null) votes.set(voteKeyOf(wish), direction)
    heldBy.set(voterOf(wish), standing)
    countedFor.set(songKeyOf(wish), counted)
  })
  return { votes, heldBy, countedFor }
}

/** Decides wish after wish, each upon what those before it left standing (V1, F3). */
function decider({ votes, heldBy, countedFor }: Standing) {
  return (wish: WishedVote, { refusedUp }: Admitted): Decision | Refused => {
    const before = votes.get(voteKeyOf(wish)) ?? 'none'
    const vote = voteAfter(before, wish.wish)
    if (vote === before) return { vote, isNew: false, isLast: false }
    if (vote === 'up' && refusedUp) return refusedUp
    const more = Number(vote !== 'none') - Number(before !== 'none')
    const held = (heldBy.get(voterOf(wish)) ?? 0) + more
    if (held > VOTES_PER_PERSON) return tooManyVotes
    heldBy.set(voterOf(wish), held)
    const counted = (countedFor.get(songKeyOf(wish)) ?? 0) + more
    countedFor.set(songKeyOf(wish), counted)
    votes.set(voteKeyOf(wish), vote)
    return { vote, isNew: true, isLast: counted === 0 }
  }
}

/** Each key once, in the one order in which rows are taken, so that concurrent groups never wait for each other. */
function distinct<Key>(keys: readonly Key[], nameOf: (key: Key) => string): Key[] {
  const byName = new Map(keys.map((key) => [nameOf(key), key]))
  return [...byName.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, key]) => key)
}
