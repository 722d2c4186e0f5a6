import { type VoteDirection, type VoteWish, voteAfter } from '@jointly/domain'
import type { Db, Trx } from '../../db/tables.ts'
import { transact } from '../../db/transact.ts'
import { type Refused, refuse } from '../../refusal.ts'
import {
  existingSessions,
  recount,
  type SongKey,
  type StandingVote,
  saveVotes,
  standingCounts,
  standingVotes,
  type VoteKey,
  withdrawVotes,
} from './store.ts'

export type WishedVote = VoteKey & { wish: VoteWish }
export type CountedVote = VoteKey & { vote: VoteDirection; upvotes: number; downvotes: number }

type Outcome = CountedVote | Refused

/** Makes other groups and choices of these sessions wait until the transaction ends. */
export type HoldSessions = (db: Db, ssids: readonly string[]) => Promise<void>

const songKeyOf = ({ ssid, songId }: SongKey): string => `${ssid} ${songId}`
const voterOf = ({ ssid, userId }: VoteKey): string => `${ssid} ${userId}`
const voteKeyOf = ({ ssid, songId, userId }: VoteKey): string => `${ssid} ${songId} ${userId}`

/** What one person may have standing in one session; votes end when their song plays. */
const VOTES_PER_PERSON = 200
const tooManyVotes = {
  message: `You have ${VOTES_PER_PERSON} votes here. Please wait until some of the songs have played, or take votes back.`,
}

/**
 * Applies a group of wishes in one transaction, in the order in which they came (V1, V7).
 *
 * @returns an outcome for each wish, in their order: the song's tallies after the whole group and the voter's own
 *   direction after their wish; one for a session that is no more, or that is too much, is refused without harm to the
 *   others
 */
export async function commitVotes(
  db: Db,
  wishes: readonly WishedVote[],
  now: number,
  hold: HoldSessions,
): Promise<Outcome[]> {
  return transact(db, async (trx) => {
    const existing = await existingSessions(trx, [...new Set(wishes.map(({ ssid }) => ssid))])
    const valid = wishes.filter(({ ssid }) => existing.has(ssid))
    if (existing.size > 0) await hold(trx, [...existing])
    const applied = valid.length > 0 ? await apply(trx, valid, now) : new Map<WishedVote, Outcome>()
    return wishes.map((wish) => applied.get(wish) ?? refuse('not-found'))
  })
}

async function apply(
  trx: Trx,
  wishes: readonly WishedVote[],
  now: number,
): Promise<Map<WishedVote, Outcome>> {
  const songs = distinct(wishes, songKeyOf)
  const standing = new Map<string, StandingVote>()
  for (const vote of await standingVotes(trx, distinct(wishes, voteKeyOf)))
    standing.set(voteKeyOf(vote), vote)
  const counts = await standingCounts(trx, distinct(wishes, voterOf))
  const touched = new Map<string, VoteKey>()
  const voteOf = new Map<WishedVote, VoteDirection>()
  for (const wish of wishes) {
    const { ssid, songId, userId } = wish
    const key = voteKeyOf(wish)
    const before = standing.get(key)?.direction ?? 'none'
    const vote = voteAfter(before, wish.wish)
    const count = (counts.get(voterOf(wish)) ?? 0) + Number(vote !== 'none') - Number(before !== 'none')
    if (vote !== before && count > VOTES_PER_PERSON) continue
    voteOf.set(wish, vote)
    if (vote === before) continue
    counts.set(voterOf(wish), count)
    touched.set(key, wish)
    if (vote === 'none') standing.delete(key)
    else standing.set(key, { ssid, songId, userId, direction: vote, castAt: now })
  }
  const changed = distinct([...touched.values()], voteKeyOf)
  await saveVotes(
    trx,
    changed.flatMap((key) => standing.get(voteKeyOf(key)) ?? []),
  )
  await withdrawVotes(
    trx,
    changed.filter((key) => !standing.has(voteKeyOf(key))),
  )

  const tallies = new Map((await recount(trx, songs, now)).map((song) => [songKeyOf(song), song]))
  return new Map(
    wishes.map((wish) => {
      const vote = voteOf.get(wish)
      const { upvotes = 0, downvotes = 0 } = tallies.get(songKeyOf(wish)) ?? {}
      return [wish, vote ? { ...wish, vote, upvotes, downvotes } : refuse('too-many', tooManyVotes)]
    }),
  )
}

/** Each key once, in the one order in which rows are taken, so that concurrent groups never wait for each other. */
function distinct<Key>(keys: readonly Key[], nameOf: (key: Key) => string): Key[] {
  const byName = new Map(keys.map((key) => [nameOf(key), key]))
  return [...byName.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, key]) => key)
}
