import { expect, it } from 'vitest'
import { eachApart } from './each-apart.ts'

it('does the others where one fails, and then says what failed', async () => {
  const done: number[] = []
  const work = eachApart([1, 2, 3], async (item) => {
    if (item === 2) throw new Error('the second')
    done.push(item)
  })
  await expect(work).rejects.toMatchObject({ errors: [new Error('the second')] })
  expect(done).toEqual([1, 3])
})
