import { type FlavorItem, ProviderId, type Song, type VoteAnswer } from '@jointly/contract'
import { NEGATIVE_STAY_MS, type VoteWish } from '@jointly/domain'
import type { Db } from '../../db/tables.ts'
import { transact } from '../../db/transact.ts'
import type { Bus } from '../../live/bus.ts'
import { isRefused, type Refused, refuse } from '../../refusal.ts'
import { type CountedVote, commitVotes, type HoldSessions, type WishedVote } from './commit.ts'
import { createGroupCommit, type GroupCommit } from '../../db/group-commit.ts'
import { negativeSince, spendVotes, votesOf } from './store.ts'

export type VoteDeps = {
  db: Db
  now: () => number
  bus: Bus
  hold: HoldSessions
  /** The session for a person who may take part in it, or why they may not (S2). */
  standing: (ssid: string, userId: string) => Promise<FlavoredSession | Refused>
  /** Makes a song known by its id; a refusal where there is none, or the provider is away (D1). */
  resolveSong: (songId: string, userId: string, ssid: string) => Promise<Song | Refused>
  /** The verdict of a session's flavor on a song (F3). */
  refusal: (session: FlavoredSession, song: Song) => Promise<{ item: FlavorItem | null } | null>
}

export type FlavoredSession = { ssid: string; managed: boolean; flavor: string }

export type Votes = {
  /** Casts, replaces or withdraws a vote; answered once it is on the disk (V1, V7). */
  cast(vote: { ssid: string; userId: string; songId: string; wish: VoteWish }): Promise<VoteAnswer | Refused>
  /** Takes songs from the lists that have been negative for 24 hours (V5). */
  dropOverstayed(): Promise<void>
}

/** Voting: the hot write of the product. */
export function createVotes(deps: VoteDeps): Votes {
  const group: GroupCommit<WishedVote, CountedVote | Refused> = createGroupCommit(async (wishes) => {
    const outcomes = await commitVotes(deps.db, wishes, deps.now(), deps.hold)
    announce(deps.bus, wishes)
    return outcomes
  })
  return {
    async cast({ ssid, userId, songId, wish }) {
      const session = await deps.standing(ssid, userId)
      if (isRefused(session)) return session
      if (!ProviderId.safeParse(songId).success) return refuse('not-found')
      const song = await deps.resolveSong(songId, userId, ssid)
      if (isRefused(song)) return song
      const refused = await refusedByFlavor(deps, session, { userId, song, wish })
      if (refused) return refused
      const counted = await group.add({ ssid, userId, songId: song.id, wish })
      return isRefused(counted) ? counted : present(counted)
    },
    dropOverstayed: () => dropOverstayed(deps),
  }
}

/** A song that the flavor refuses cannot be voted up; a standing up-vote can still be withdrawn (F3). */
async function refusedByFlavor(
  deps: VoteDeps,
  session: FlavoredSession,
  { userId, song, wish }: { userId: string; song: Song; wish: VoteWish },
): Promise<Refused | null> {
  const isUp = wish.kind === 'set' ? wish.vote === 'up' : wish.direction === 'up'
  const verdict = isUp ? await deps.refusal(session, song) : null
  if (verdict === null) return null
  const standing = (await votesOf(deps.db, session.ssid, userId))[song.id]
  if (standing === 'up') return null
  const { item } = verdict
  return refuse(
    'flavor',
    item ? { item: { kind: item.kind, id: item.id, label: item.name ?? item.title ?? item.id } } : {},
  )
}

async function dropOverstayed({ db, now, bus, hold }: VoteDeps): Promise<void> {
  const songs = await negativeSince(db, now() - NEGATIVE_STAY_MS)
  for (const { ssid, songId } of songs) {
    const voters = await transact(db, async (trx) => {
      await hold(trx, [ssid])
      return spendVotes(trx, ssid, songId)
    })
    announce(
      bus,
      voters.map((userId) => ({ ssid, userId })),
    )
  }
}

/** The list changed for everyone, and for those who voted their own part. */
function announce(bus: Bus, wishes: readonly { ssid: string; userId: string }[]): void {
  for (const ssid of new Set(wishes.map((wish) => wish.ssid))) bus.publish({ type: 'session', ssid })
  const voters = new Map(wishes.map(({ ssid, userId }) => [`${ssid} ${userId}`, { ssid, userId }]))
  for (const voter of voters.values()) bus.publish({ type: 'you', ...voter })
}

function present({ songId, upvotes, downvotes, vote }: CountedVote): VoteAnswer {
  return { songID: songId, score: upvotes - downvotes, upvotes, downvotes, vote }
}
