import { expect, it } from 'vitest'
import { isDatabaseUnavailable } from './db/database-unavailable.ts'
import { tryEach } from './try-each.ts'

it('E1 an error with several parts means an unavailable database only if all parts do', async () => {
  const away = Object.assign(new Error('gone'), { code: 'ECONNREFUSED' })
  const failing = (...errors: Error[]) =>
    tryEach(errors, (error) => Promise.reject(error)).catch((error: unknown) => error)
  expect(isDatabaseUnavailable(await failing(away, away))).toBe(true)
  expect(isDatabaseUnavailable(await failing(away, new Error('a bug')))).toBe(false)
})

it('processes the other items after a failure, and then throws all failures', async () => {
  const done: number[] = []
  const work = tryEach([1, 2, 3], async (item) => {
    if (item === 2) throw new Error('the second')
    done.push(item)
  })
  await expect(work).rejects.toMatchObject({
    errors: [new Error('the second')],
    message: '1 could not be done',
  })
  expect(done).toEqual([1, 3])
  await expect(tryEach([4], async (item) => void done.push(item))).resolves.toBeUndefined()
})
