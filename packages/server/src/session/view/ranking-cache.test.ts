import { describe, expect, it } from 'vitest'
import { createRankingCache } from './ranking-cache.ts'
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
    const rankings = createRankingCache()
    const first = {}
    const made: RankedList[] = []
    const rank = async () => made[made.push(empty()) - 1] ?? empty()
    const [one, other] = await Promise.all([
      rankings.getOrMake(first, 'kitchen', rank),
      rankings.getOrMake(first, 'kitchen', rank),
    ])
    expect([one, made.length]).toEqual([other, 1])
    expect(await rankings.getOrMake({}, 'kitchen', rank)).toBe(made[1])
  })

  it('D2 one that failed is made anew for who asks next', async () => {
    const rankings = createRankingCache()
    const of = {}
    await expect(rankings.getOrMake(of, 'kitchen', () => Promise.reject(new Error('away')))).rejects.toThrow(
      'away',
    )
    const ranked = empty()
    expect(await rankings.getOrMake(of, 'kitchen', async () => ranked)).toBe(ranked)
  })

  it('D2 of many sessions the ranking made first is dropped, and one that is made again counts as new', async () => {
    const rankings = createRankingCache()
    const bodies = Array.from({ length: 33 }, () => ({}))
    const isMade = async (index: number, shared = bodies[index] ?? {}) => {
      let made = false
      await rankings.getOrMake(shared, `${index}`, async () => {
        made = true
        return empty()
      })
      return made
    }
    for (let index = 0; index < 32; index += 1) await isMade(index)
    expect(await isMade(5, {})).toBe(true)
    expect(await isMade(0)).toBe(false)
    expect(await isMade(32)).toBe(true)
    expect(await isMade(1)).toBe(false)
    expect(await isMade(0)).toBe(true)
  })

  it('D2 a ranking that fails after it was dropped fails nobody else', async () => {
    const rankings = createRankingCache()
    let fail = () => {}
    const failing = rankings.getOrMake({}, 'kitchen', () => new Promise((_, reject) => (fail = reject)))
    for (let index = 0; index < 32; index += 1) await rankings.getOrMake({}, `${index}`, async () => empty())
    fail()
    await expect(failing).rejects.toBeUndefined()
  })

  it('D2 a ranking that fails late leaves the newer one of its session', async () => {
    const rankings = createRankingCache()
    let fail = () => {}
    const failing = rankings.getOrMake({}, 'kitchen', () => new Promise((_, reject) => (fail = reject)))
    const newer = {}
    const ranked = empty()
    await rankings.getOrMake(newer, 'kitchen', async () => ranked)
    fail()
    await expect(failing).rejects.toBeUndefined()
    expect(await rankings.getOrMake(newer, 'kitchen', async () => empty())).toBe(ranked)
  })
})
