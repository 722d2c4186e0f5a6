import type { Account, Answer, Friend, Invite, LoginAnswer, Playlist } from '@jointly/contract'
import { call } from '../api/call.ts'
import type { AccountProps } from './state.ts'
import { storedToken } from '../browser/token.ts'
import { signIn, useStore } from './store.ts'

type Lists = { invites: Invite[]; playlists: Playlist[]; friends: Friend[] }

/**
 * Waits for the answer to a call, and stores it. If the person has logged out meanwhile, or another login has begun,
 * the answer is not stored, because it belongs to the earlier login (A2).
 * @param token the token with which the call was sent
 */
async function storeAnswer<T>(
  sent: Promise<Answer<T>>,
  store: (value: T) => void,
  token = storedToken(),
): Promise<Answer<T>> {
  const answer = await sent
  if (answer.ok && token === storedToken()) store(answer.value)
  return answer
}

/**
 * Creates a function that fetches a list and stores it. Answers can arrive in another order than their requests. An
 * answer to an older request does not replace a newer list.
 */
function listLoader<K extends keyof Lists>(
  name: K,
  fetchList: (signal?: AbortSignal) => Promise<Answer<Lists[K]>>,
) {
  let lastRequest = 0
  let storedRequest = 0
  return (signal?: AbortSignal): Promise<Answer<Lists[K]>> => {
    const request = ++lastRequest
    return storeAnswer(fetchList(signal), (list) => {
      if (request < storedRequest) return
      storedRequest = request
      useStore.setState({ [name]: list })
    })
  }
}

/**
 * Extends the login, and stores the person and the token that the server returns (A2). If the token is not valid, the
 * login screen opens.
 */
export const refreshLogin = (signal?: AbortSignal): Promise<Answer<LoginAnswer>> =>
  storeAnswer(call('refresh', { body: { token: storedToken() ?? '' }, signal }), signIn)

/** Fetches the home list and stores it in the client state. If the server refuses, the state does not change. */
export const loadInvites = listLoader('invites', (signal) => call('invites', { signal }))

/** Fetches the playlists and stores them in the client state. */
export const loadPlaylists = listLoader('playlists', (signal) => call('playlists', { signal }))

/** Fetches friends and open requests, and stores them in the client state. Guests have none (G2). */
export const loadFriends = listLoader('friends', async (signal) =>
  useStore.getState().user?.guest ? { ok: true, value: [] } : call('friends', { signal }),
)

/**
 * Waits for a call that answers the linked accounts, and stores them in the client state.
 * @param sent the call
 * @param token the token with which it was sent
 */
export const receiveAccounts = (
  sent: Promise<Answer<Account[]>>,
  token = storedToken(),
): Promise<Answer<Account[]>> => storeAnswer(sent, storeAccounts, token)

/** Fetches the linked accounts and stores them in the client state. */
export const loadAccounts = (signal?: AbortSignal): Promise<Answer<Account[]>> =>
  receiveAccounts(call('accounts', { signal }))

/**
 * Fetches the linked accounts with a new access token, because the provider refused the old token (L9).
 * @param refused the old token
 */
export const renewAccount = (refused: string, signal?: AbortSignal): Promise<Answer<Account[]>> =>
  receiveAccounts(call('renewAccount', { body: { refused }, signal }))

/**
 * Stores the linked accounts, and puts `account_props` into the same order, because an account and its properties
 * must have the same index.
 */
export function storeAccounts(accounts: Account[]): void {
  const { accounts: before, account_props: props } = useStore.getState()
  const account_props = accounts.map((account): AccountProps => {
    const index = before.findIndex((known) => known.id === account.id)
    return props[index] ?? { device_id: null, devices: [] }
  })
  useStore.setState({ accounts, account_props })
}
