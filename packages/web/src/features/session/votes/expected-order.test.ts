import { expect, it } from 'vitest'
import { aVote } from '../model/testing.ts'
import { expectedOrder } from './expected-order.ts'

const at = (id: string, playsAt: number | null) => {
  const vote = aVote(id)
  return { ...vote, why: { ...vote.why, playsAt } }
}

/** Returns the expected order with song ids in place of the songs. */
const orderOf = (...votes: ReturnType<typeof at>[]) => {
  const { below, above } = expectedOrder(votes)
  return {
    below: Object.fromEntries([...below].map(([id, { song }]) => [id, song.id])),
    above: Object.fromEntries([...above].map(([id, { song }]) => [id, song.id])),
  }
}

it('V8 songs that are expected in the order of the list are in neither map', () => {
  expect(orderOf(at('a', 1), at('b', 2), at('c', null))).toEqual({ below: {}, above: {} })
  expect(orderOf(at('a', 1), at('b', 1))).toEqual({ below: {}, above: {} })
})

it('V8 a song has the earliest song below it and the latest song above it', () => {
  expect(orderOf(at('a', 1), at('b', 8), at('c', 5), at('d', 3), at('e', 9))).toEqual({
    below: { b: 'd', c: 'd' },
    above: { c: 'b', d: 'b' },
  })
})
