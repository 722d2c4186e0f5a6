import { expect, it } from 'vitest'
import { createWebApi } from './web-api.ts'

/**
 * Creates the calls to the Web API with a fake `fetch`, which records the requests. It returns these answers in
 * order.
 */
function browser(...answers: (Response | Error | 'never')[]) {
  const timeout = new AbortController()
  const sent: { method: string; address: string; token: string | null; body: unknown }[] = []
  const api = createWebApi({
    apiBase: 'https://provider.example/v1',
    token: () => 'access',
    timeoutSignal: () => timeout.signal,
    async fetch(address, init) {
      const headers = new Headers(init?.headers)
      sent.push({
        method: init?.method ?? 'GET',
        address: new Request(address).url.replace('https://provider.example/v1', ''),
        token: headers.get('authorization'),
        body: typeof init?.body === 'string' ? JSON.parse(init.body) : null,
      })
      const [answer = new Response(null, { status: 204 })] = answers
      if (answer === 'never') {
        const { promise, reject } = Promise.withResolvers<Response>()
        init?.signal?.addEventListener('abort', () => reject(new DOMException('late', 'TimeoutError')))
        return promise
      }
      answers.shift()
      if (answer instanceof Error) throw answer
      return answer
    },
  })
  return { api, sent, timeout }
}

const token = 'Bearer access'

it('P4 play goes straight to the provider, with uris, position_ms and device_id', async () => {
  const { api, sent } = browser()
  expect(await api.play('kitchen', 'spotify:track:x', 1234.7)).toEqual({ ok: true })
  expect(sent).toEqual([
    {
      method: 'PUT',
      address: '/me/player/play?device_id=kitchen',
      token,
      body: { uris: ['spotify:track:x'], position_ms: 1234 },
    },
  ])
})

it('P4 pause goes straight to the provider', async () => {
  const { api, sent } = browser()
  await api.pause('kitchen')
  expect(sent).toEqual([{ method: 'PUT', address: '/me/player/pause?device_id=kitchen', token, body: null }])
})

it('P8 the device list comes straight from the provider, without devices that have no id', async () => {
  const devices = [
    { id: 'a', name: 'Kitchen', is_restricted: true, is_active: true },
    { id: null, name: 'Ghost' },
  ]
  const { api, sent } = browser(Response.json({ devices }), new Error('offline'))
  expect(await api.devices()).toEqual([{ id: 'a', name: 'Kitchen', isRestricted: true, isActive: true }])
  expect(sent).toEqual([{ method: 'GET', address: '/me/player/devices', token, body: null }])
  expect(await api.devices()).toBe(null)
})

it('P8 the reason of a refusal is read from its status and text, for every kind of body', async () => {
  const { api } = browser(
    new Response('{"error":{"reason":"PREMIUM_REQUIRED"}}', { status: 403 }),
    new Response('upstream away', { status: 502 }),
    new TypeError('network'),
  )
  const play = () => api.play('a', 'spotify:track:x', 0)
  expect(await play()).toEqual({ ok: false, reason: 'premium' })
  expect(await play()).toEqual({ ok: false, reason: 'away' })
  expect(await play()).toEqual({ ok: false, reason: 'offline' })
})

it('P8 a call without an answer counts as offline', async () => {
  const { api, timeout } = browser('never')
  const results = [api.play('a', 'spotify:track:x', 0), api.pause('a'), api.devices()]
  timeout.abort()
  expect(await Promise.all(results)).toEqual([
    { ok: false, reason: 'offline' },
    { ok: false, reason: 'offline' },
    null,
  ])
})
