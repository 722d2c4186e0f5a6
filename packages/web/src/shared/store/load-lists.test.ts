import type { Account, Friend } from '@jointly/contract'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { loadFriends, storeAccounts } from './load-lists.ts'
import { emptyState } from './state.ts'
import { useStore } from './store.ts'

const account = (id: string): Account => ({
  id,
  service: 'spotify',
  access_token: 't',
  refresh_token: '',
  valid_until: 1,
  selected_playlists: 2,
  title: id,
  detail: '',
  name: id,
  status: 'ok',
})

beforeEach(() => useStore.setState(emptyState))
afterEach(() => vi.unstubAllGlobals())

const personId = (last: number) => `1d0c4c38-55aa-4d6e-9a3c-0d9bb1a3d00${last}`

it('D5 account_props stay aligned with accounts by index when accounts come and go', () => {
  storeAccounts([account('ann'), account('ben')])
  expect(useStore.getState().account_props).toEqual([
    { device_id: null, devices: [] },
    { device_id: null, devices: [] },
  ])
  const kitchen = { device_id: 'kitchen', devices: [{ id: 'kitchen', name: 'Kitchen' }] }
  useStore.setState(({ account_props: [ann = kitchen] }) => ({ account_props: [ann, kitchen] }))
  storeAccounts([account('ben'), account('cleo')])
  expect(useStore.getState().account_props).toEqual([kitchen, { device_id: null, devices: [] }])
})

it('N1 an older answer does not replace a newer list of friends', async () => {
  const friendship = (status: Friend['status']): Friend => ({
    ...{
      id: personId(2),
      username: 'ben',
      user1: personId(2),
      user2: personId(1),
      is_friend: status === 'friends',
    },
    status,
  })
  const answers: ((friends: Friend[]) => void)[] = []
  vi.stubGlobal('fetch', () => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    answers.push((friends) => resolve(Response.json(friends)))
    return promise
  })
  const older = loadFriends()
  const newer = loadFriends()
  await expect.poll(() => answers).toHaveLength(2)
  answers[1]?.([friendship('friends')])
  await newer
  answers[0]?.([friendship('asked')])
  expect(await older).toMatchObject({ ok: true })
  expect(useStore.getState().friends).toEqual([friendship('friends')])
})
