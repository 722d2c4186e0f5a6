import { ProviderId, type Song, type VoteAnswer } from '@jointly/contract'
import { NEGATIVE_STAY_MS, type VoteWish } from '@jointly/domain'
import { createGroupCommit } from '../../platform/db/group-commit.ts'
import { lockSessions } from '../../platform/db/row-locks.ts'
import { transact } from '../../platform/db/transact.ts'
import { eachApart } from '../../platform/each-apart.ts'
import type { Bus } from '../../platform/event-bus.ts'
import { isRefused, type Refused, refuse } from '../../platform/refusal.ts'
import {
  type CommitDeps,
  type CountedVote,
  commitVotes,
  type VoteOutcome,
  type WishedVote,
} from './commit.ts'
import { isNegativeSince, negativeSince, spendVotes } from './store.ts'

export type VoteDeps = CommitDeps & {
  bus: Bus
  /** Makes a song known by its id; a refusal where there is none, or the provider is away (D1). */
  resolveSong: (songId: string, userId: string, ssid: string) => Promise<Song | Refused>
}

export type Votes = {
  /** Casts, replaces or withdraws a vote; answered once it is on the disk (V1, V7). */
  cast(vote: { ssid: string; userId: string; songId: string; wish: VoteWish }): Promise<VoteAnswer | Refused>
  /** Takes songs from the lists that have been negative for 24 hours (V5). */
  dropOverstayed(): Promise<void>
}

/** Voting: the hot write of the product. */
export function createVotes(deps: VoteDeps): Votes {
  const group = createGroupCommit(async (wishes: readonly WishedVote[]): Promise<VoteOutcome[]> => {
    const outcomes = await commitVotes(deps, wishes)
    announce(
      deps.bus,
      outcomes.filter((outcome) => isCounted(outcome)).filter(({ isNew }) => isNew),
    )
    return outcomes
  })
  return {
    async cast(vote) {
      const { ssid, userId, songId } = vote
      if (!ProviderId.safeParse(songId).success) return refuse('not-found')
      const outcome = await group.add(vote)
      if (outcome !== 'unknown-song') return present(outcome)
      const song = await deps.resolveSong(songId, userId, ssid)
      if (isRefused(song)) return song
      return present(await group.add({ ...vote, songId: song.id }))
    },
    dropOverstayed: () => dropOverstayed(deps),
  }
}

async function dropOverstayed({ db, now, bus }: VoteDeps): Promise<void> {
  const moment = now() - NEGATIVE_STAY_MS
  await eachApart(await negativeSince(db, moment), async (song) => {
    const { ssid, songId } = song
    const voters = await transact(db, async (trx) => {
      await lockSessions(trx, [ssid])
      // Votes may have come since it was looked for.
      return (await isNegativeSince(trx, song, moment)) ? spendVotes(trx, ssid, songId) : []
    })
    announce(
      bus,
      voters.map((userId) => ({ ssid, userId })),
    )
  })
}

/** The list changed for everyone, and for those who voted their own part. */
function announce(bus: Bus, wishes: readonly { ssid: string; userId: string }[]): void {
  for (const ssid of new Set(wishes.map((wish) => wish.ssid)))
    bus.publish({ type: 'session', ssid, only: 'songs' })
  const voters = new Map(wishes.map(({ ssid, userId }) => [`${ssid} ${userId}`, { ssid, userId }]))
  for (const voter of voters.values()) bus.publish({ type: 'you', ...voter })
}

const isCounted = (outcome: VoteOutcome): outcome is CountedVote =>
  outcome !== 'unknown-song' && !isRefused(outcome)

function present(outcome: VoteOutcome): VoteAnswer | Refused {
  if (!isCounted(outcome)) return outcome === 'unknown-song' ? refuse('not-found') : outcome
  const { songId, upvotes, downvotes, vote } = outcome
  return { songID: songId, score: upvotes - downvotes, upvotes, downvotes, vote }
}
