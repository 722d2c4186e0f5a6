import { routes } from '@jointly/contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { storedToken, storeToken } from '../browser/token.ts'
import { call } from './call.ts'
import { onLoginEnded } from './login-ended.ts'

const refusal = (status: number, code: string) => Response.json({ error: { code, message: '' } }, { status })

let ended: number
let stop: () => void

beforeEach(() => {
  ended = 0
  stop = onLoginEnded(() => {
    ended += 1
  })
  storeToken('mine')
})
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
})

it('W3 a call has the language of the app', async () => {
  const sent: (string | null)[] = []
  vi.stubGlobal('fetch', async (_url: string, init?: RequestInit) => {
    sent.push(new Headers(init?.headers).get('accept-language'))
    return Response.json({ status: 'ok' })
  })
  const before = document.documentElement.lang
  document.documentElement.lang = 'es'
  await call('health')
  document.documentElement.lang = before
  expect(sent).toEqual(['es'])
})

it('each path is on the own origin of the page', async () => {
  const sent: string[] = []
  const page = 'https://jointly.example'
  vi.stubGlobal('fetch', async (url: string) => {
    sent.push(new URL(url, page).href)
    return Response.json({ status: 'ok' })
  })
  await call('health')
  expect(sent).toEqual([page + routes.health.path])
  for (const { path } of Object.values(routes)) expect(new URL(path, page).origin).toBe(page)
})

describe('the token of a call', () => {
  it('A1 a token that the server refuses is removed, and the app is notified', async () => {
    vi.stubGlobal('fetch', async () => refusal(401, 'unauthenticated'))
    await call('friends')
    expect(storedToken()).toBeNull()
    expect(ended).toBe(1)
  })

  it('A3 a wrong password does not end the login', async () => {
    vi.stubGlobal('fetch', async () => refusal(401, 'credentials'))
    await call('login', { body: { username: 'ann', password: 'wrong' } })
    expect(storedToken()).toBe('mine')
    expect(ended).toBe(0)
  })

  it('A1 a late answer to an older token does not end the new login', async () => {
    vi.stubGlobal('fetch', async () => {
      storeToken('newer')
      return refusal(401, 'unauthenticated')
    })
    await call('friends')
    expect(storedToken()).toBe('newer')
    expect(ended).toBe(0)
  })
})
