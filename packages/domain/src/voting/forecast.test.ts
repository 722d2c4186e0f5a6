import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { forecastStarts, type TimedListedSong } from './forecast.ts'
import { isEligible, overtakenBy, type RankingContext, topSong } from './ranking.ts'

function song(songId: string, over: Partial<TimedListedSong> = {}): TimedListedSong {
  return {
    songId,
    score: 1,
    behind: 'ann',
    firstVoteAt: 0,
    overtaken: 0,
    refused: false,
    durationMs: 100,
    ...over,
  }
}

const context = { activeCount: 3, ledger: new Map<string, number>() }

describe('the expected start of a listed song', () => {
  it('V8 counts the songs before it, from the next start', () => {
    const starts = forecastStarts(
      [song('a', { score: 3, durationMs: 250 }), song('b', { score: 2 })],
      context,
      1_000,
    )
    expect(Object.fromEntries(starts)).toEqual({
      a: { startsAt: 1_000, overdue: false },
      b: { startsAt: 1_250, overdue: false },
    })
  })

  it('V8 respects turns: a third song of one person waits for the first song of another', () => {
    const list = [
      song('ann-1', { firstVoteAt: 1 }),
      song('ann-2', { firstVoteAt: 2 }),
      song('ben-1', { behind: 'ben', firstVoteAt: 3 }),
    ]
    expect([...forecastStarts(list, context, 0).keys()]).toEqual(['ann-1', 'ben-1', 'ann-2'])
  })

  it('V8 a person who was served comes after the others, also in the next score', () => {
    const ledger = new Map([
      ['ann', 10],
      ['ben', 5],
    ])
    const ann = song('ann-1', { firstVoteAt: 1 })
    const ben = song('ben-1', { behind: 'ben', firstVoteAt: 9 })
    const annLoved = song('ann-2', { score: 2 })
    const benLoved = song('ben-2', { behind: 'ben', score: 2 })
    const orderOf = (...list: TimedListedSong[]) => [
      ...forecastStarts(list, { activeCount: 3, ledger }, 0).keys(),
    ]
    expect(orderOf(ann, ben, annLoved)).toEqual(['ann-2', 'ben-1', 'ann-1'])
    expect(orderOf(ann, ben, annLoved, benLoved)).toEqual(['ben-2', 'ann-2', 'ben-1', 'ann-1'])
  })

  it('V8 V4 knows which song goes first because it was overtaken often enough', () => {
    const list = [
      song('old', { firstVoteAt: 1, overtaken: 5 }),
      song('new', { firstVoteAt: 2, score: 3 }),
      song('newer', { firstVoteAt: 3, score: 2 }),
    ]
    expect([...forecastStarts(list, context, 0)]).toEqual([
      ['new', { startsAt: 0, overdue: false }],
      ['old', { startsAt: 100, overdue: true }],
      ['newer', { startsAt: 200, overdue: false }],
    ])
  })

  it('V8 is missing for songs that would not play', () => {
    const list = [song('zero', { score: 0 }), song('bad', { score: -1 }), song('refused', { refused: true })]
    expect(forecastStarts(list, context, 0).size).toBe(0)
  })

  it('V8 is right if nobody votes, comes or goes', () => {
    const songs = fc.uniqueArray(
      fc.record({
        songId: fc.string({ minLength: 1, maxLength: 2 }),
        score: fc.integer({ min: -1, max: 3 }),
        behind: fc.constantFrom('ann', 'ben', 'cleo', 'dan', null),
        firstVoteAt: fc.nat(9),
        overtaken: fc.nat(7),
        refused: fc.boolean(),
        durationMs: fc.constant(1),
      }),
      { selector: ({ songId }) => songId, maxLength: 40, size: 'max' },
    )
    const contexts = fc.record({
      activeCount: fc.nat(4),
      ledger: fc
        .dictionary(fc.constantFrom('ann', 'ben', 'cleo'), fc.nat(20), { noNullPrototype: true })
        .map((served) => new Map(Object.entries(served))),
    })
    fc.assert(
      fc.property(songs, contexts, (list, now) => {
        expect([...forecastStarts(list, now, 0).keys()]).toEqual(playedThrough(list, now))
      }),
      { numRuns: 500 },
    )
  })

  it('V8 exists for each of ten thousand songs', () => {
    const list = Array.from({ length: 10_000 }, (_, index) => song(`s${index}`, { firstVoteAt: index }))
    const starts = [...forecastStarts(list, context, 0).values()].map(({ startsAt }) => startsAt)
    expect(starts).toHaveLength(10_000)
    expect(Math.max(...starts)).toBe(9_999 * 100)
  })
})

/**
 * Chooses songs one after the other, as a session does, until no eligible song is left. Returns their ids in that
 * order.
 */
function playedThrough(songs: readonly TimedListedSong[], { activeCount, ledger }: RankingContext): string[] {
  const played: string[] = []
  const then = new Map(ledger)
  let left = [...songs]
  for (let turn = Math.max(0, ...ledger.values()) + 1; left.some(isEligible); turn += 1) {
    const chosen = topSong(left, { activeCount, ledger: then })
    if (chosen === null) break
    played.push(chosen.songId)
    const overtaken = new Set(overtakenBy(left, chosen))
    left = left
      .filter((each) => each !== chosen)
      .map((each) => (overtaken.has(each) ? { ...each, overtaken: each.overtaken + 1 } : each))
    if (chosen.behind !== null) then.set(chosen.behind, turn)
  }
  return played
}
