import { describe, expect, it } from 'vitest'
import { createGroupCommit } from './group-commit.ts'

describe('group commit', () => {
  it('V7 items that arrive together share one commit, and each gets its own outcome', async () => {
    const groups: number[][] = []
    const group = createGroupCommit(async (items: readonly number[]) => {
      groups.push([...items])
      return items.map((item) => item * 10)
    })
    expect(await Promise.all([1, 2, 3].map((item) => group.add(item)))).toEqual([10, 20, 30])
    expect(groups).toEqual([[1, 2, 3]])
  })

  it('V7 nothing is answered before its commit is done', async () => {
    const commit = Promise.withResolvers<void>()
    const group = createGroupCommit(async (items: readonly string[]) => {
      await commit.promise
      return items
    })
    const events: string[] = []
    const answered = group.add('a').then(() => events.push('answered'))
    void commit.promise.then(() => events.push('committed'))
    commit.resolve()
    await answered
    expect(events).toEqual(['committed', 'answered'])
  })

  it('V7 items that arrive during a commit form the next group', async () => {
    const first = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const groups: string[][] = []
    const group = createGroupCommit(async (items: readonly string[]) => {
      groups.push([...items])
      begun.resolve()
      if (groups.length === 1) await first.promise
      return items
    })
    const early = group.add('a')
    await begun.promise
    const late = ['b', 'c'].map((item) => group.add(item))
    first.resolve()
    await Promise.all([early, ...late])
    expect(groups).toEqual([['a'], ['b', 'c']])
  })

  it('V7 one bad item does not affect the others', async () => {
    const stored: string[] = []
    const group = createGroupCommit(async (items: readonly string[]) => {
      if (items.includes('bad')) throw new Error('refused by the database')
      stored.push(...items)
      return items
    })
    const results = await Promise.allSettled(['a', 'bad', 'b'].map((item) => group.add(item)))
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(stored).toEqual(['a', 'b'])
  })

  it('V7 many items are committed in groups of limited size', async () => {
    const sizes: number[] = []
    const group = createGroupCommit(async (items: readonly number[]) => {
      sizes.push(items.length)
      return items
    })
    const answers = await Promise.all(Array.from({ length: 1_200 }, (_, item) => group.add(item)))
    expect(answers).toHaveLength(1_200)
    expect(sizes).toEqual([500, 500, 200])
  })
})
