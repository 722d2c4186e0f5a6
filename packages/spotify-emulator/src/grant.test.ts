import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { consentOnPage } from './testing/consent.ts'
import { deviceIdOf, page } from './testing/device.ts'
import { type TestEmulator, startEmulator, Tokens } from './testing/test-emulator.ts'
import { lists, trackIdOf } from './testing/tone-library.ts'

const Me = z.object({ id: z.string(), account_id: z.string() })

const me = async (running: TestEmulator, token: string) =>
  Me.parse((await running.call(token, 'GET', '/me')).json)

const names = async (running: TestEmulator, token: string): Promise<string[]> => {
  const { text } = await running.call(token, 'GET', '/me/playlists?limit=50')
  return [...text.matchAll(/"name":"([^"]+)","primary_color"/g)].map(([, name]) => name ?? '')
}

async function created(running: TestEmulator, token: string, name: string): Promise<string> {
  const { text } = await running.call(token, 'POST', '/me/playlists', { name, public: false })
  return /"id":"([0-9A-Za-z]{22})"/.exec(text)?.[1] ?? ''
}

it('B1 two people who chose the same listener are two accounts, and neither controls the other’s player', async () => {
  const running = await startEmulator()
  const { access_token: one } = await running.link('ann')
  const { access_token: other } = await running.link('ann')
  const [first, second] = [await me(running, one), await me(running, other)]
  expect(new Set([first.id, second.id, first.account_id, second.account_id]).size).toBe(4)

  const device = await page(running, one, deviceIdOf('a'))
  const play = { uris: [`spotify:track:${trackIdOf('Gold')}`] }
  await running.call(one, 'PUT', `/me/player/play?device_id=${deviceIdOf('a')}`, play)
  expect(await device.next()).toMatchObject({ type: 'load' })
  expect((await running.call(other, 'GET', '/me/player/devices')).json).toEqual({ devices: [] })
  for (const command of ['pause', 'next', 'volume?volume_percent=1', `play?device_id=${deviceIdOf('a')}`])
    expect((await running.call(other, 'PUT', `/me/player/${command}`)).status).not.toBe(204)
  await page(running, other, deviceIdOf('a'))
  await device.settled()
  expect((await running.call(one, 'GET', '/me/player')).json).toMatchObject({ is_playing: true })
})

it('B1 changes to a shared starting playlist are not visible to the other account', async () => {
  const running = await startEmulator()
  const { access_token: one } = await running.link('ann')
  const { access_token: other } = await running.link('ann')
  expect(await names(running, other)).toEqual(['Mornings', 'Long one', 'Evenings', 'Everybody adds'])
  const rename = (id: string, name: string) => running.call(one, 'PUT', `/playlists/${id}`, { name })
  expect((await rename(lists.mornings.id, 'Mine alone')).status).toBe(200)
  await created(running, one, 'Secret')
  expect(await names(running, one)).toEqual([
    'Mine alone',
    'Long one',
    'Secret',
    'Evenings',
    'Everybody adds',
  ])
  expect(await names(running, other)).toEqual(['Mornings', 'Long one', 'Evenings', 'Everybody adds'])
})

it('B1 typing a name that exists gives no access to that account', async () => {
  const running = await startEmulator()
  const { access_token: one } = await consentOnPage(running, { name: 'Kim' })
  const secret = await created(running, one, 'Secret')
  const { access_token: other } = await consentOnPage(running, { name: 'Kim' })
  expect((await me(running, other)).id).not.toBe((await me(running, one)).id)
  expect(await names(running, other)).not.toContain('Secret')
  expect((await running.call(other, 'GET', `/playlists/${secret}`)).status).toBe(404)
  expect((await running.call(other, 'GET', `/playlists/${secret}/items`)).status).toBe(404)
})

it('B1 a person who consents again continues the same account with new tokens; a stranger’s token does not help', async () => {
  const running = await startEmulator()
  const first = await consentOnPage(running, { person: 'ann' })
  const known = await me(running, first.access_token)
  const former = [first.refresh_token ?? '']
  const asBen = await consentOnPage(running, { person: 'ben' }, former)
  expect((await me(running, asBen.access_token)).account_id).not.toBe(known.account_id)
  const again = await consentOnPage(running, { person: 'ann' }, ['unknown', ...former])
  expect(await me(running, again.access_token)).toEqual(known)
  expect((await running.call(first.access_token, 'GET', '/me')).status).toBe(401)
  const spent = await consentOnPage(running, { person: 'ann' }, former)
  expect((await me(running, spent.access_token)).account_id).not.toBe(known.account_id)
})

it('B2 the end of a grant ends its playlists, devices, sockets and song addresses', async () => {
  const running = await startEmulator()
  const { access_token, refresh_token: token = '' } = await running.link('ann')
  const { access_token: watcher } = await running.link('ben')
  const device = await page(running, access_token, deviceIdOf('a'))
  const address = await device.streamUrlOf(trackIdOf('Gold'))
  const { text } = await running.call(access_token, 'POST', '/me/playlists', { name: 'Open to all' })
  const id = /"id":"([0-9A-Za-z]{22})"/.exec(text)?.[1] ?? ''
  const status = async (path: string) => (await running.call(watcher, 'GET', path)).status
  expect([await status(`/playlists/${id}`), (await fetch(address)).status]).toEqual([200, 200])
  await running.revoke({ token })
  await device.closed
  expect([await status(`/playlists/${id}`), (await fetch(address)).status]).toEqual([404, 403])
  const state = await fetch(`${running.base}/__emu/state`)
  expect(await state.json()).toMatchObject({ grants: [{ profileId: 'ben', devices: [] }] })
})

it('B2 an expired grant is kept for half a year, and then deleted with its playlists', async () => {
  let nowMs = Date.UTC(2026, 0, 1)
  const day = 24 * 3_600_000
  const running = await startEmulator({ now: () => nowMs })
  const first = await consentOnPage(running, { name: 'Kim' })
  await created(running, first.access_token, 'Secret')
  nowMs += 300 * day
  const second = await consentOnPage(running, { name: 'Kim' }, [first.refresh_token ?? ''])
  expect(await names(running, second.access_token)).toContain('Secret')
  nowMs += 365 * day
  const third = await consentOnPage(running, { name: 'Kim' }, [second.refresh_token ?? ''])
  expect(await names(running, third.access_token)).not.toContain('Secret')
})

it('B3 revoked access tokens end at once; a page that sends a new one in time plays on', async () => {
  let nowMs = Date.now()
  const running = await startEmulator({ now: () => nowMs, tokenCheckEveryMs: 20 })
  const { access_token, refresh_token: token = '' } = await running.link('ann')
  const device = await page(running, access_token, deviceIdOf('a'))
  const thief = await page(running, access_token, deviceIdOf('b'))
  expect((await running.revoke({ token, only: 'access_tokens' })).status).toBe(200)
  expect((await running.call(access_token, 'GET', '/me')).status).toBe(401)

  const renewal = { grant_type: 'refresh_token', refresh_token: token, client_id: 'public' }
  const renewed = Tokens.parse(await (await running.tokenRequest(renewal)).json())
  expect(await device.heard('token-needed')).toEqual({ type: 'token-needed' })
  // The first answer is the token that ended: the page is asked again.
  device.say({ type: 'token', token: access_token })
  device.say({ type: 'token', token: renewed.access_token })
  await device.settled()
  expect(await thief.heard('token-needed')).toEqual({ type: 'token-needed' })
  nowMs += 60_000
  expect(await thief.heard('refused')).toMatchObject({ event: 'authentication_error' })
  await thief.closed
  const volume = `/me/player/volume?volume_percent=11&device_id=${deviceIdOf('a')}`
  expect((await running.call(renewed.access_token, 'PUT', volume)).status).toBe(204)
  expect(await device.heard('volume')).toEqual({ type: 'volume', volumePercent: 11 })
})
