import type { Account } from '@jointly/contract'
import { beforeEach, expect, it } from 'vitest'
import { storeAccounts } from './load.ts'
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
