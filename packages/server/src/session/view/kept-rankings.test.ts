import { describe, expect, it } from 'vitest'
import { createKeptRankings } from './kept-rankings.ts'
import type { RankedList } from './vote-list.ts'

const empty = (): RankedList => ({
  ranked: [],
  places: [],
  changes: () => [],
  expected: new Map(),
  refusals: new Map(),
})

describe('the rankings that are kept', () => {
  it('D2 a list is ranked once for as long as the body of its session stands, and anew with the next', async () => {
    const rankings = createKeptRankings()
    const first = {}
    const made: RankedList[] = []
    const rank = async () => made[made.push(empty()) - 1] ?? empty()
    const [one, other] = await Promise.all([
      rankings.of(first, 'kitchen', rank),
      rankings.of(first, 'kitchen', rank),
    ])
    expect([one, made.length]).toEqual([other, 1])
    expect(await rankings.of({}, 'kitchen', rank)).toBe(made[1])
  })

  it('D2 one that failed is made anew for who asks next', async () => {
    const rankings = createKeptRankings()
    const of = {}
    await expect(rankings.of(of, 'kitchen', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
    const ranked = empty()
    expect(await rankings.of(of, 'kitchen', async () => ranked)).toBe(ranked)
  })
})
