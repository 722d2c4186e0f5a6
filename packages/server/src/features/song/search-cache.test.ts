import { expect, it } from 'vitest'
import type { Refusal } from '../../platform/refusal.ts'
import { refuseFor } from '../../provider/failures.ts'
import { createSearchCache } from './search-cache.ts'

/** Starts a search that waits for its answer, and then equal searches of two others, who would find other answers. */
function askTogether() {
  const cache = createSearchCache<string>(
    () => 0,
    () => true,
  )
  const asked: string[] = []
  const { promise, resolve: answerFirst } = Promise.withResolvers<string | Refusal>()
  const search = (name: string, answer: Promise<string | Refusal>) =>
    cache.get('the', () => {
      asked.push(name)
      return answer
    })
  const answers = Promise.all([
    search('ann', promise),
    search('ben', Promise.resolve('found by ben')),
    search('cleo', Promise.resolve('found by cleo')),
  ])
  return { answerFirst, answers, asked }
}

it('L13 D7 Q7 if the account of the first person is refused, the next one asks for all who wait', async () => {
  const { answerFirst, answers, asked } = askTogether()
  const refused = refuseFor('not-registered')
  answerFirst(refused)
  expect(await answers).toEqual([refused, 'found by ben', 'found by ben'])
  expect(asked).toEqual(['ann', 'ben'])
})

it('L13 D7 Q7 an answer or a refusal that concerns everybody is the answer for all who wait', async () => {
  for (const answer of ['found by ann', refuseFor('away')]) {
    const { answerFirst, answers, asked } = askTogether()
    answerFirst(answer)
    expect(await answers).toEqual([answer, answer, answer])
    expect(asked).toEqual(['ann'])
  }
})
