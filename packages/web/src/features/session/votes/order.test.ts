import { expect, it } from 'vitest'
import { aVote } from '../model/testing.ts'
import { expectedOrder } from './order.ts'

const at = (id: string, playsAt: number | null) => {
  const vote = aVote(id)
  return { ...vote, why: { ...vote.why, playsAt } }
}

/** The ids of the songs that each song is told beside. */
const named = (...votes: ReturnType<typeof at>[]) => {
  const { below, above } = expectedOrder(votes)
  return {
    below: Object.fromEntries([...below].map(([id, { song }]) => [id, song.id])),
    above: Object.fromEntries([...above].map(([id, { song }]) => [id, song.id])),
  }
}

it('V8 of songs that play in the order in which they stand nothing is told', () => {
  expect(named(at('a', 1), at('b', 2), at('c', null))).toEqual({ below: {}, above: {} })
  expect(named(at('a', 1), at('b', 1))).toEqual({ below: {}, above: {} })
})

it('V8 a song knows which of those below it is expected first, and which above it later', () => {
  expect(named(at('a', 1), at('b', 8), at('c', 5), at('d', 3), at('e', 9))).toEqual({
    below: { b: 'd', c: 'd' },
    above: { c: 'b', d: 'b' },
  })
})
