import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  isEligible,
  type ListedSong,
  overtakenBy,
  rankSongs,
  type RankingContext,
  topSong,
  waitingBound,
} from './ranking.ts'

function song(songId: string, over: Partial<ListedSong> = {}): ListedSong {
  return { songId, score: 1, behind: 'ann', firstVoteAt: 0, overtaken: 0, refused: false, ...over }
}

const context = (activeCount = 2, served: Record<string, number> = {}): RankingContext => ({
  activeCount,
  ledger: new Map(Object.entries(served)),
})

const ids = (songs: readonly ListedSong[]): string[] => songs.map(({ songId }) => songId)

const people = ['ann', 'ben', 'cleo', 'dan']

const listed: fc.Arbitrary<ListedSong[]> = fc.uniqueArray(
  fc.record({
    songId: fc.string({ minLength: 1, maxLength: 2 }),
    score: fc.integer({ min: -3, max: 4 }),
    behind: fc.option(fc.constantFrom(...people)),
    firstVoteAt: fc.nat(6),
    overtaken: fc.nat(8),
    refused: fc.boolean(),
  }),
  { selector: ({ songId }) => songId, maxLength: 30, size: 'max' },
)

const anyContext: fc.Arbitrary<RankingContext> = fc.record({
  activeCount: fc.nat(4),
  ledger: fc
    .dictionary(fc.constantFrom(...people), fc.nat(20), { noNullPrototype: true })
    .map((served) => new Map(Object.entries(served))),
})

describe('the order of the list', () => {
  it('V3 the score decides first', () => {
    const list = [song('a', { score: 1 }), song('b', { score: 3 }), song('c', { score: 2 })]
    expect(ids(rankSongs(list, context()))).toEqual(['b', 'c', 'a'])
  })

  it('V3 with equal scores the person served least recently comes first, and people never served come before that', () => {
    const list = [
      song('a', { behind: 'ann' }),
      song('b', { behind: 'ben', firstVoteAt: 5 }),
      song('c', { behind: 'cleo', firstVoteAt: 9 }),
    ]
    expect(ids(rankSongs(list, context(3, { ann: 8, ben: 4 })))).toEqual(['c', 'b', 'a'])
  })

  it('V3 then the oldest first vote, then the song id', () => {
    const list = [song('b', { firstVoteAt: 1 }), song('c'), song('a')]
    expect(ids(rankSongs(list, context()))).toEqual(['a', 'c', 'b'])
  })

  it('V3 the fields are compared one after the other: a later field never outweighs an earlier one', () => {
    const list = [
      song('old', { score: 1, firstVoteAt: 0 }),
      song('new', { score: 2, behind: 'ben', firstVoteAt: Number.MAX_SAFE_INTEGER }),
    ]
    expect(ids(rankSongs(list, context(2, { ben: Number.MAX_SAFE_INTEGER })))).toEqual(['new', 'old'])
  })

  it('V4 songs overtaken 2 × active times come first, the oldest first vote at the head', () => {
    const list = [
      song('popular', { score: 9, firstVoteAt: 9 }),
      song('waiting', { overtaken: 4, firstVoteAt: 2 }),
      song('longest', { overtaken: 4, firstVoteAt: 1 }),
      song('almost', { overtaken: 3, firstVoteAt: 0 }),
    ]
    expect(ids(rankSongs(list, context(2)))).toEqual(['longest', 'waiting', 'popular', 'almost'])
  })

  it('V5 a song with a negative score is never chosen and comes last', () => {
    const list = [song('bad', { score: -1 }), song('zero', { score: 0 }), song('good')]
    expect(ids(rankSongs(list, context()))).toEqual(['good', 'zero', 'bad'])
    expect(topSong([song('bad', { score: -1, overtaken: 99 })], context())).toBeNull()
  })

  it('P1 only a song with a positive score that the flavor allows is chosen from the list', () => {
    expect(
      topSong([song('refused', { score: 5, refused: true }), song('zero', { score: 0 })], context()),
    ).toBeNull()
    expect(topSong([song('refused', { score: 5, refused: true }), song('ok')], context())?.songId).toBe('ok')
    expect(topSong([], context())).toBeNull()
  })

  it('V3 every list has exactly one order, whatever the order of the input', () => {
    fc.assert(
      fc.property(listed, anyContext, (songs, now) => {
        expect(ids(rankSongs([...songs].reverse(), now))).toEqual(ids(rankSongs(songs, now)))
      }),
    )
  })

  it('P1 the top song is the first of the ranked list', () => {
    fc.assert(
      fc.property(listed, anyContext, (songs, now) => {
        expect(topSong(songs, now)).toEqual(rankSongs(songs, now).find(isEligible) ?? null)
      }),
    )
  })
})

describe('overtaking', () => {
  it('V4 a choice overtakes the older eligible songs and no other', () => {
    const list = [
      song('older', { firstVoteAt: 1 }),
      song('older-but-zero', { firstVoteAt: 1, score: 0 }),
      song('older-but-refused', { firstVoteAt: 1, refused: true }),
      song('chosen', { firstVoteAt: 2, score: 5 }),
      song('younger', { firstVoteAt: 3 }),
    ]
    expect(ids(overtakenBy(list, song('chosen', { firstVoteAt: 2 })))).toEqual(['older'])
  })

  it('V4 the bound follows the number of listeners', () => {
    expect(waitingBound(1)).toBe(2)
    expect(waitingBound(7)).toBe(14)
  })

  it('V4 with nobody active, the bound and the order are the same as with one listener', () => {
    const list = [song('older', { score: 1 }), song('newer', { score: 2, firstVoteAt: 1 })]
    expect(ids(rankSongs(list, context(0)))).toEqual(['newer', 'older'])
    expect(waitingBound(0)).toBe(2)
  })
})
