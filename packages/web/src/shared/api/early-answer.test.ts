import { openingAddress } from '@jointly/contract/addresses'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { storeToken, forgetToken } from '../browser/token.ts'
import { call } from './call.ts'
import { fetchEarly, takeEarly } from './early-answer.ts'

const URL = '/api/session/1'
const as = (token: string) => ({ method: 'GET', headers: { authorization: `Bearer ${token}` } })

let sent: string[] = []

function answerWith(answer: () => Promise<Response>): void {
  sent = []
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    sent.push(`${url} ${new Headers(init.headers).get('authorization')}`)
    return answer()
  })
}
afterEach(() => {
  void takeEarly(URL, as('alice'))
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

it('an answer that was fetched early is used once, for the same call of the same person', async () => {
  answerWith(async () => new Response('early'))
  void fetchEarly(URL, 'alice')
  expect(sent).toEqual([`${URL} Bearer alice`])
  expect(takeEarly('/api/session/2', as('alice'))).toBeNull()
  expect(takeEarly(URL, { ...as('alice'), method: 'PUT' })).toBeNull()
  expect(await (await takeEarly(URL, as('alice')))?.text()).toBe('early')
  expect(takeEarly(URL, as('alice'))).toBeNull()
})

it('an answer for another person or an old answer is not used', () => {
  answerWith(async () => new Response('early'))
  void fetchEarly(URL, 'alice')
  expect(takeEarly(URL, as('bob'))).toBeNull()
  const now = vi.spyOn(performance, 'now').mockReturnValue(0)
  void fetchEarly(URL, 'alice')
  now.mockReturnValue(10_000)
  expect(takeEarly(URL, as('alice'))).toBeNull()
})

it('the answer to the opening of a session is the answer to the first call of its screen', async () => {
  storeToken('alice')
  onTestFinished(forgetToken)
  answerWith(async () => Response.json({}))
  const ssid = '7b0c4c38-55aa-4d6e-9a3c-0d9bb1a3d0ff'
  void fetchEarly(openingAddress(ssid), 'alice')
  await call('session', { params: { ssid }, query: { sound: 'off' } })
  expect(sent).toHaveLength(1)
})

it('a failure is an error of the call that uses the answer', async () => {
  answerWith(() => Promise.reject(new TypeError('offline')))
  void fetchEarly(URL, 'alice')
  await expect(takeEarly(URL, as('alice'))).rejects.toThrow('offline')
})
