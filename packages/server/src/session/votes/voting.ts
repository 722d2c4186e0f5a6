import { ProviderId, type Song, type VoteAnswer, type VoteBody } from '@jointly/contract'
import { NEGATIVE_STAY_MS, type VoteAction } from '@jointly/domain'
import type * as z from 'zod/mini'
import { createGroupCommit } from '../../platform/db/group-commit.ts'
import { lockSessions } from '../../platform/db/row-locks.ts'
import { transact } from '../../platform/db/transact.ts'
import { tryEach } from '../../platform/try-each.ts'
import type { EventBus } from '../../platform/event-bus.ts'
import { isRefused, type Refusal, refuse } from '../../platform/refusal.ts'
import type { SessionContext } from '../context.ts'
import { isNegativeSince, songsNegativeSince, removeSongAndVotes } from './store.ts'
import type { VoteRequest } from './decide-votes.ts'
import { type CountedVote, commitVotes, type VoteOutcome } from './commit-votes.ts'

/**
 * Finds a stored song by its id, or loads it from the streaming service (D1). `ssid` is the session in which
 * the user votes for the song.
 */
export type FindSong = (songId: string, userId: string, ssid: string) => Promise<Song | Refusal>

export type Voting = {
  /** Casts, replaces or withdraws a vote. Resolves after the vote is on the disk (V1, V7). */
  vote(request: VoteRequest): Promise<VoteAnswer | Refusal>
}

/** Creates the function that casts votes. Votes that arrive at the same time share one transaction. */
export function createVoting(
  { db, now, bus }: Pick<SessionContext, 'db' | 'now' | 'bus'>,
  findSong: FindSong,
): Voting {
  const batches = createGroupCommit(async (requests: readonly VoteRequest[]): Promise<VoteOutcome[]> => {
    const outcomes = await commitVotes(db, requests, now)
    const changed = outcomes.filter((outcome) => isCounted(outcome)).filter(({ isNew }) => isNew)
    const others = changed.flatMap(({ ssid, othersIds }) => othersIds.map((userId) => ({ ssid, userId })))
    publishVotes(bus, [...changed, ...others])
    return outcomes
  })
  return {
    async vote(request) {
      const { ssid, userId, songId } = request
      if (!ProviderId.safeParse(songId).success) return refuse('not-found')
      const outcome = await batches.add(request)
      if (outcome !== 'unknown-song') return presentVote(outcome)
      const song = await findSong(songId, userId, ssid)
      if (isRefused(song)) return song
      return presentVote(await batches.add({ ...request, songId: song.id }))
    },
  }
}

/**
 * Reads the vote action of a call. A call without `vote` toggles the user's vote, and `vote` sets it (V1).
 */
export function voteAction(direction: 'up' | 'down', { vote }: z.infer<typeof VoteBody>): VoteAction {
  return vote ? { kind: 'set', vote } : { kind: 'toggle', direction }
}

/** Removes songs from the vote lists if their score has been negative for 24 hours (V5). */
export async function removeNegativeSongs({
  db,
  now,
  bus,
}: Pick<SessionContext, 'db' | 'now' | 'bus'>): Promise<void> {
  const moment = now() - NEGATIVE_STAY_MS
  await tryEach(await songsNegativeSince(db, moment), async (song) => {
    const { ssid, songId } = song
    const voters = await transact(db, async (trx) => {
      await lockSessions(trx, [ssid])
      // The score is checked again, because new votes may have arrived before the session was locked.
      return (await isNegativeSince(trx, song, moment)) ? removeSongAndVotes(trx, ssid, songId) : []
    })
    publishVotes(
      bus,
      voters.map((userId) => ({ ssid, userId })),
    )
  })
}

/** Publishes that the vote lists changed for everyone, and that the personal views of the voters changed. */
function publishVotes(bus: EventBus, votes: readonly { ssid: string; userId: string }[]): void {
  for (const ssid of new Set(votes.map((vote) => vote.ssid)))
    bus.publish({ type: 'session', ssid, only: 'songs' })
  const voters = new Map(votes.map(({ ssid, userId }) => [`${ssid} ${userId}`, { ssid, userId }]))
  for (const voter of voters.values()) bus.publish({ type: 'you', ...voter })
}

const isCounted = (outcome: VoteOutcome): outcome is CountedVote =>
  outcome !== 'unknown-song' && !isRefused(outcome)

function presentVote(outcome: VoteOutcome): VoteAnswer | Refusal {
  if (!isCounted(outcome)) return outcome === 'unknown-song' ? refuse('not-found') : outcome
  const { songId, upvotes, downvotes, vote, isWaiting } = outcome
  const score = upvotes - downvotes
  return { songID: songId, score, upvotes, downvotes, vote, ...(isWaiting && { waiting: true }) }
}
