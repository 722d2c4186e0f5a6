import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CastVote, tally, voteAfter } from './vote-tally.ts'

const direction = fc.constantFrom('up' as const, 'down' as const)
const anyVote = fc.constantFrom('up' as const, 'down' as const, 'none' as const)
const castVotes = fc.uniqueArray(
  fc.record({ person: fc.string({ minLength: 1, maxLength: 4 }), direction, castAt: fc.nat(50) }),
  { selector: (vote) => vote.person },
)

describe('one vote', () => {
  it('V1 the same direction again withdraws, the other replaces', () => {
    expect(voteAfter('none', { kind: 'toggle', direction: 'up' })).toBe('up')
    expect(voteAfter('up', { kind: 'toggle', direction: 'up' })).toBe('none')
    expect(voteAfter('up', { kind: 'toggle', direction: 'down' })).toBe('down')
    expect(voteAfter('down', { kind: 'toggle', direction: 'up' })).toBe('up')
  })

  it('V1 toggling the same direction twice from none or from it changes nothing', () => {
    fc.assert(
      fc.property(direction, (way) => {
        const action = { kind: 'toggle', direction: way } as const
        expect(voteAfter(voteAfter('none', action), action)).toBe('none')
        expect(voteAfter(voteAfter(way, action), action)).toBe(way)
      }),
    )
  })

  it('V1 a vote that is set can be sent again and changes nothing', () => {
    fc.assert(
      fc.property(anyVote, anyVote, (before, vote) => {
        const action = { kind: 'set', vote } as const
        expect(voteAfter(before, action)).toBe(vote)
        expect(voteAfter(voteAfter(before, action), action)).toBe(vote)
      }),
    )
  })
})

describe('the count of a song', () => {
  it('V2 the score is up-votes minus down-votes', () => {
    fc.assert(
      fc.property(castVotes, (votes) => {
        const { score, upvotes, downvotes } = tally(votes)
        expect(score).toBe(upvotes - downvotes)
        expect(upvotes + downvotes).toBe(votes.length)
      }),
    )
  })

  it('V3 the person of a song is the one with the oldest current up-vote', () => {
    const votes: CastVote[] = [
      { person: 'ben', direction: 'up', castAt: 3 },
      { person: 'ann', direction: 'up', castAt: 2 },
      { person: 'cleo', direction: 'down', castAt: 1 },
    ]
    expect(tally(votes).behind).toBe('ann')
    expect(tally(votes.filter((vote) => vote.person !== 'ann')).behind).toBe('ben')
    expect(tally([]).behind).toBeNull()
    const atOnce = ['ben', 'ann', 'cleo'].map((person): CastVote => ({ person, direction: 'up', castAt: 2 }))
    expect(tally(atOnce).behind).toBe('ann')
  })

  it('V3 the order in which votes are read does not matter', () => {
    fc.assert(
      fc.property(castVotes, (votes) => {
        expect(tally([...votes].reverse())).toEqual(tally(votes))
      }),
    )
  })

  it('S5 votes of banned people do not count, and count again after the ban', () => {
    const votes: CastVote[] = [
      { person: 'ann', direction: 'up', castAt: 1 },
      { person: 'ben', direction: 'up', castAt: 2 },
    ]
    expect(tally(votes, (person) => person === 'ann')).toEqual({
      score: 1,
      upvotes: 1,
      downvotes: 0,
      behind: 'ben',
    })
    expect(tally(votes)).toEqual({ score: 2, upvotes: 2, downvotes: 0, behind: 'ann' })
  })
})
