import { expect, it } from 'vitest'
import { isDatabaseAway } from './db/database-away.ts'
import { eachApart } from './each-apart.ts'

it('E1 that the database is away is known of those that failed by nothing else', async () => {
  const away = Object.assign(new Error('gone'), { code: 'ECONNREFUSED' })
  const failing = (...errors: Error[]) =>
    eachApart(errors, (error) => Promise.reject(error)).catch((error: unknown) => error)
  expect(isDatabaseAway(await failing(away, away))).toBe(true)
  expect(isDatabaseAway(await failing(away, new Error('a bug')))).toBe(false)
})

it('does the others where one fails, and then says what failed', async () => {
  const done: number[] = []
  const work = eachApart([1, 2, 3], async (item) => {
    if (item === 2) throw new Error('the second')
    done.push(item)
  })
  await expect(work).rejects.toMatchObject({ errors: [new Error('the second')] })
  expect(done).toEqual([1, 3])
})
