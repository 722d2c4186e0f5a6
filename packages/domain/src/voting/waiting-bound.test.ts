import fc from 'fast-check'
import { expect, it } from 'vitest'
import { byAge, isEligible, type ListedSong, overtakenBy, topSong } from './ranking.ts'
import { type CastVote, tally } from '../testing/tally.ts'
import { type VoteAction, voteAfter } from './vote-after.ts'

/**
 * A simulated session without a server, in which people enter, leave and vote. It counts how often songs are overtaken,
 * in order to check the limit (V4).
 */
class SimulatedSession {
  private readonly here = new Set<string>()
  private readonly ledger = new Map<string, number>()
  private readonly votes = new Map<string, Map<string, CastVote>>()
  private readonly firstVoteAt = new Map<string, number>()
  private readonly overtaken = new Map<string, number>()
  private readonly seen = new Map<string, { overtakings: number; mostActive: number }>()
  private refused = new Set<string>()
  private now = 0
  private hits = 0

  come(person: string): void {
    this.here.add(person)
    for (const record of this.seen.values()) record.mostActive = Math.max(record.mostActive, this.here.size)
  }

  leave(person: string): void {
    this.here.delete(person)
  }

  refuse(songs: string[]): void {
    this.refused = new Set(songs)
  }

  vote(person: string, songId: string, action: VoteAction): void {
    this.now += 1
    const votes = this.votes.get(songId) ?? new Map<string, CastVote>()
    const before = votes.get(person)?.direction ?? 'none'
    const after = voteAfter(before, action)
    if (after === before) return
    if (after === 'none') votes.delete(person)
    else votes.set(person, { person, direction: after, castAt: this.now })
    if (votes.size === 0) return this.unlist(songId)
    this.votes.set(songId, votes)
    if (this.firstVoteAt.has(songId)) return
    this.firstVoteAt.set(songId, this.now)
    this.seen.set(songId, { overtakings: 0, mostActive: this.here.size })
  }

  /** Adds a new song with an up-vote of each voter, so that it is chosen before older songs, and chooses a song. */
  hit(voters: readonly string[]): void {
    this.hits += 1
    for (const voter of voters) this.vote(voter, `hit-${this.hits}`, { kind: 'set', vote: 'up' })
    this.choose()
  }

  /** Chooses the top song, and checks that no listed song is overtaken too often (V4). */
  choose(): string | null {
    if (this.here.size === 0) return null
    const list = this.list()
    const chosen = topSong(list, { activeCount: this.here.size, ledger: this.ledger })
    if (chosen === null) return null
    for (const song of list) {
      const record = this.seen.get(song.songId)
      if (record === undefined || song.songId === chosen.songId) continue
      if (isEligible(song) && byAge(chosen, song) > 0) record.overtakings += 1
      expect(record.overtakings).toBeLessThanOrEqual(2 * record.mostActive)
    }
    for (const { songId, overtaken } of overtakenBy(list, chosen)) this.overtaken.set(songId, overtaken + 1)
    if (chosen.behind !== null) this.ledger.set(chosen.behind, ++this.now)
    this.unlist(chosen.songId)
    return chosen.songId
  }

  private list(): ListedSong[] {
    return [...this.votes].map(([songId, votes]) => ({
      songId,
      score: tally(votes.values()).score,
      behind: tally(votes.values()).behind,
      firstVoteAt: this.firstVoteAt.get(songId) ?? 0,
      overtaken: this.overtaken.get(songId) ?? 0,
      refused: this.refused.has(songId),
    }))
  }

  private unlist(songId: string): void {
    for (const facts of [this.votes, this.firstVoteAt, this.overtaken, this.seen]) facts.delete(songId)
  }
}

const crowd = ['ann', 'ben', 'cleo', 'dan', 'eva'] as const
const person = fc.constantFrom(...crowd)
const songId = fc.constantFrom(...'abcdefghij')
const action: fc.Arbitrary<VoteAction> = fc.oneof(
  fc.record({ kind: fc.constant('set' as const), vote: fc.constantFrom('up', 'up', 'up', 'down', 'none') }),
  fc.record({ kind: fc.constant('toggle' as const), direction: fc.constantFrom('up', 'down') }),
)

const step: fc.Arbitrary<(session: SimulatedSession) => void> = fc.oneof(
  { weight: 2, arbitrary: person.map((who) => (session: SimulatedSession) => session.come(who)) },
  { weight: 1, arbitrary: person.map((who) => (session: SimulatedSession) => session.leave(who)) },
  {
    weight: 1,
    arbitrary: fc
      .subarray(['a', 'b', 'c'])
      .map((songs) => (session: SimulatedSession) => session.refuse(songs)),
  },
  {
    weight: 8,
    arbitrary: fc
      .tuple(person, songId, action)
      .map((vote) => (session: SimulatedSession) => session.vote(...vote)),
  },
  {
    weight: 8,
    arbitrary: fc.subarray([...crowd]).map((voters) => (session: SimulatedSession) => session.hit(voters)),
  },
  { weight: 4, arbitrary: fc.constant((session: SimulatedSession) => session.choose()) },
)

it('V4 no eligible song is overtaken by younger ones more than 2 × the most listeners active meanwhile', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120, size: 'max' }), (steps) => {
      const session = new SimulatedSession()
      for (const take of steps) take(session)
    }),
    { numRuns: 300 },
  )
})

it('V4 a song with one vote plays although others get more votes for ever', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), (listeners) => {
      const session = new SimulatedSession()
      const here = crowd.slice(0, listeners)
      for (const who of here) session.come(who)
      session.vote('ann', 'patient', { kind: 'set', vote: 'up' })
      const played: (string | null)[] = []
      for (let round = 0; round <= 2 * listeners; round += 1) {
        for (const who of here) session.vote(who, `hit-${round}`, { kind: 'set', vote: 'up' })
        played.push(session.choose())
      }
      expect(played.indexOf('patient')).toBe(listeners === 1 ? 0 : 2 * listeners)
    }),
  )
})
