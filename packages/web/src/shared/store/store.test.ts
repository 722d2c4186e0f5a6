import { beforeEach, describe, expect, it } from 'vitest'
import { endLogin } from '../api/login-ended.ts'
import { UNSENT_KEY } from './unsent-text.ts'
import { emptyState } from './state.ts'
import { isLoggedInHere, signIn, signOut, useStore } from './store.ts'

const login = (id: string) => ({
  user: { id, username: 'ann', email: 'ann@example.org', level: 0 },
  active: { id: '1', token: `token-of-${id}` },
})
const [ann, ben] = ['3f2c1f9e-7f0a-4a57-9d2b-0d9d3b1f6a01', '3f2c1f9e-7f0a-4a57-9d2b-0d9d3b1f6a02'] as const

/** What the tab stores if this person wrote something and did not send it. */
const textOf = (userId: string) => JSON.stringify([{ userId, ssid: 'kitchen', draft: 'typed', lines: [] }])

beforeEach(() => {
  localStorage.clear()
  useStore.setState(emptyState)
})

describe('the client state', () => {
  it('is kept in this browser under the key vuex, as one flat object', () => {
    signIn(login(ann))
    expect(JSON.parse(localStorage.getItem('vuex') ?? '')).toEqual({ ...emptyState, ...login(ann) })
  })

  it('contains the logged-in person; the token is under the key token', () => {
    signIn(login(ann))
    expect(useStore.getState()).toMatchObject(login(ann))
    expect(localStorage.getItem('token')).toBe(`token-of-${ann}`)
  })

  it('belongs to the login of this browser only if both the person and the token are those of the login', () => {
    signIn(login(ann))
    expect(isLoggedInHere(useStore.getState())).toBe(true)
    expect(isLoggedInHere({ ...useStore.getState(), user: null })).toBe(false)
    localStorage.setItem('token', 'of-another-tab')
    expect(isLoggedInHere(useStore.getState())).toBe(false)
    expect(isLoggedInHere(emptyState)).toBe(false)
  })

  it('of one person is dropped when another one logs in', () => {
    const friend = { id: ben, user1: ann, user2: ben, is_friend: true, username: 'ben' }
    signIn(login(ann))
    useStore.setState({ friends: [{ ...friend, status: 'friends' }] })
    signIn(login(ann))
    expect(useStore.getState().friends).toHaveLength(1)
    signIn(login(ben))
    expect(useStore.getState().friends).toEqual([])
  })

  it('G6 has the account of a guest who became one in another tab, and stores it', () => {
    const { user, active } = login(ann)
    const account = { ...user, username: 'kim' }
    signIn({ user: { ...user, guest: true }, active })
    const storeInOtherTab = (change: object) =>
      window.dispatchEvent(
        new StorageEvent('storage', {
          key: 'vuex',
          newValue: JSON.stringify({ ...emptyState, user: account, active, ...change }),
        }),
      )
    storeInOtherTab({ user: { ...account, id: ben } })
    storeInOtherTab({ active: login(ben).active })
    expect(useStore.getState().user?.guest).toBe(true)
    storeInOtherTab({})
    expect(useStore.getState().user).toEqual(account)
    storeInOtherTab({ user: { ...user, guest: true } })
    expect(useStore.getState().user).toEqual(account)
    expect(JSON.parse(localStorage.getItem('vuex') ?? '')).toMatchObject({ user: account })
  })

  it('C12 a logout, the end of the login and another person remove the chat text that was not sent', () => {
    const leave = [signOut, () => endLogin(), () => signIn(login(ben))]
    for (const end of leave) {
      signIn(login(ann))
      sessionStorage.setItem(UNSENT_KEY, textOf(ann))
      signIn(login(ann))
      expect(sessionStorage.getItem(UNSENT_KEY)).toBe(textOf(ann))
      end()
      expect(sessionStorage.getItem(UNSENT_KEY)).toBeNull()
    }
  })

  it('C12 a page that starts removes the chat text of another person who logged in elsewhere, or logged out', async () => {
    let starts = 0
    const storePath = './store.ts'
    const restart = async () => {
      sessionStorage.setItem(UNSENT_KEY, textOf(ann))
      // A new page has a new copy of the module, which reads the stored state.
      starts += 1
      await import(/* @vite-ignore */ `${storePath}?start=${starts}`)
      return sessionStorage.getItem(UNSENT_KEY)
    }
    signIn(login(ann))
    expect(await restart()).toBe(textOf(ann))
    signIn(login(ben))
    expect(await restart()).toBeNull()
    signOut()
    expect(await restart()).toBeNull()
    // If only the token is known, the person is known after the login is refreshed.
    localStorage.setItem('token', 'token-of-ben')
    expect(await restart()).toBe(textOf(ann))
    signIn(login(ben))
    expect(sessionStorage.getItem(UNSENT_KEY)).toBeNull()
  })

  it('is removed by the logout, with the token', () => {
    signIn(login(ann))
    signOut()
    expect(useStore.getState()).toEqual(emptyState)
    expect(localStorage.getItem('token')).toBeNull()
  })
})
