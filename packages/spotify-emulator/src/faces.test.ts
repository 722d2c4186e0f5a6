import { expect, it } from 'vitest'
import { startEmulator } from './testing/running.ts'
import { lists, trackIdOf } from './testing/tone-library.ts'

it('serves pictures to every page, but never as a document that could run', async () => {
  const { base } = await startEmulator()
  const picture = await fetch(`${base}/pictures/person/ann/300`)
  expect(picture.headers.get('content-type')).toBe('image/svg+xml')
  expect(picture.headers.get('access-control-allow-origin')).toBe('*')
  expect(picture.headers.get('content-security-policy')).toContain('sandbox')
  expect((await fetch(`${base}/pictures/person/..%2f..%2fetc/300`)).status).toBe(404)
})

it('gives pictures root-relative addresses where the host asks for it, right under every name of the host', async () => {
  const running = await startEmulator({ imageOrigin: '' })
  const { access_token } = await running.link('ann')
  const track = await running.call(access_token, 'GET', `/tracks/${trackIdOf('Gold')}`)
  expect(track.text).toMatch(/"url":"\/spotify\/pictures\/album\/\w{22}\/640"/)
})

it('shows a page for every link it gives, with text as text', async () => {
  const { base } = await startEmulator()
  const page = await fetch(`${base}/open/track/${trackIdOf('Fjord')}`)
  const html = await page.text()
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(html).toContain('Øl &amp; Brød')
  expect((await fetch(`${base}/open/playlist/${lists.shared.id}`)).status).toBe(404)
  expect((await fetch(`${base}/open/playlist/${lists.bens.id}`)).status).toBe(200)
})

it('answers what it does not have with 404, and HEAD without a body', async () => {
  const { base, origin } = await startEmulator()
  expect((await fetch(`${base}/nothing`)).status).toBe(404)
  expect((await fetch(`${origin}/spotifyer/status`)).status).toBe(404)
  const head = await fetch(`${base}/status`, { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
  expect(await (await fetch(`${base}/status`)).json()).toMatchObject({ phase: 'ready' })
})

it('has a clock that can be moved, so that tokens are seen to expire', async () => {
  const running = await startEmulator()
  const { access_token } = await running.link('ann')
  await running.switchFaults({ clockSkewMs: 3_600_000 })
  expect((await running.call(access_token, 'GET', '/me')).status).toBe(401)
  await running.switchFaults({ clockSkewMs: 0 })
  expect((await running.call(access_token, 'GET', '/me')).status).toBe(200)
})
