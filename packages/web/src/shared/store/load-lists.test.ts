import type { Account, Friend } from '@jointly/contract'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  loadAccounts,
  loadFriends,
  loadInvites,
  loadPlaylists,
  refreshLogin,
  renewAccount,
  storeAccounts,
} from './load-lists.ts'
import { storedToken } from '../browser/token.ts'
import { emptyState } from './state.ts'
import { signIn, signOut, useStore } from './store.ts'

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

beforeEach(() => {
  localStorage.clear()
  useStore.setState(emptyState)
})
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

const login = (username: string, last: number) => ({
  user: { id: personId(last), username, email: '', level: 0 },
  active: { id: '1', token: `token-of-${username}` },
})

it.each([
  ['a log out', signOut],
  ['the login of another person', () => signIn(login('ben', 2))],
])('A2 an answer that arrives after %s is not stored', async (_, change) => {
  signIn(login('ann', 1))
  const answers: (() => void)[] = []
  vi.stubGlobal('fetch', (address: string) => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    const isAccounts = address.startsWith('/api/accounts/')
    const body = address === '/api/refresh/' ? login('ann', 1) : isAccounts ? [account('ann')] : []
    answers.push(() => resolve(Response.json(body)))
    return promise
  })
  const loads = [
    refreshLogin(),
    loadInvites(),
    loadPlaylists(),
    loadFriends(),
    loadAccounts(),
    renewAccount('old'),
  ]
  await expect.poll(() => answers).toHaveLength(loads.length)
  change()
  const [state, token] = [useStore.getState(), storedToken()]
  for (const answer of answers) answer()
  for (const answer of await Promise.all(loads)) expect(answer.ok).toBe(true)
  // Each list that is stored makes a new state, also if the list is empty.
  expect(useStore.getState()).toBe(state)
  expect(storedToken()).toBe(token)
})
