import { expect, it } from 'vitest'
import { follow, ok } from './follower-testing.ts'

it('M9 V1 a poll that changes nothing says so with the same state, because a failed vote may be counted in it', async () => {
  const { follower, state, answer } = follow()
  await answer(ok())
  const { now, changes } = state
  follower.refresh()
  await answer(ok())
  expect(state.changes).toBe(changes + 1)
  expect(state.now).toBe(now)
  follower.refresh()
  await answer(ok({ skips: 7 }))
  expect(state.now).toMatchObject({ shared: { skips: 7 } })
})
