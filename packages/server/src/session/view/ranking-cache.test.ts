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

describe('the cache of rankings', () => {
  it('D2 ranks a list once for each version of the shared view', async () => {
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

  it('D2 makes a ranking again after a failure', async () => {
    const rankings = createRankingCache()
    const of = {}
    await expect(rankings.getOrMake(of, 'kitchen', () => Promise.reject(new Error('away')))).rejects.toThrow(
      'away',
    )
    const ranked = empty()
    expect(await rankings.getOrMake(of, 'kitchen', async () => ranked)).toBe(ranked)
  })

  it('D2 removes the oldest ranking when it is full; a replaced ranking counts as new', async () => {
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

  it('D2 a removed ranking that fails affects only its own caller', async () => {
    const rankings = createRankingCache()
    let fail = () => {}
    const failing = rankings.getOrMake({}, 'kitchen', () => new Promise((_, reject) => (fail = reject)))
    for (let index = 0; index < 32; index += 1) await rankings.getOrMake({}, `${index}`, async () => empty())
    fail()
    await expect(failing).rejects.toBeUndefined()
  })

  it('D2 a failure of an old ranking does not remove the newer one of its session', async () => {
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
