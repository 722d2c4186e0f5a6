import { expect, it } from 'vitest'
import { follow, ok } from './follower-testing.ts'
import { aSession } from './testing.ts'

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

it('V1 a poll that was sent before a confirmed vote does not take it back, but is sent again', async () => {
  const { follower, state, answer, fetching } = follow({ live: false })
  const you = { ...aSession().you, votes: { one: 'up' as const } }
  await answer(ok())
  follower.refresh()
  follower.update(({ shared }) => ({ shared, you }))
  await answer(ok({ skips: 7 }))
  expect(state.now).toMatchObject({ shared: { skips: 0 }, you })
  expect(fetching()).toBe(1)
  await answer(ok({ skips: 7, you }))
  expect(state.now).toMatchObject({ shared: { skips: 7 }, you })
  expect(fetching()).toBe(0)
})
