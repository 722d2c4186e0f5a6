import { connect } from 'node:net'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { consentOnPage } from './testing/consent.ts'
import { deviceIdOf, page } from './testing/device.ts'
import { musicFolder } from './testing/music-folder.ts'
import { type TestEmulator, startEmulator, Tokens } from './testing/test-emulator.ts'
import { lists, toneLibrary, trackIdOf } from './testing/tone-library.ts'

const Me = z.object({ id: z.string(), account_id: z.string() })

const me = async (emulator: TestEmulator, token: string) =>
  Me.parse((await emulator.call(token, 'GET', '/me')).json)

const names = async (emulator: TestEmulator, token: string): Promise<string[]> => {
  const { text } = await emulator.call(token, 'GET', '/me/playlists?limit=50')
  return [...text.matchAll(/"name":"([^"]+)","primary_color"/g)].map(([, name]) => name ?? '')
}

async function created(emulator: TestEmulator, token: string, name: string): Promise<string> {
  const { text } = await emulator.call(token, 'POST', '/me/playlists', { name, public: false })
  return /"id":"([0-9A-Za-z]{22})"/.exec(text)?.[1] ?? ''
}

it('B1 two people who chose the same listener are two accounts, and neither controls the other’s player', async () => {
  const emulator = await startEmulator()
  const { access_token: one } = await emulator.link('ann')
  const { access_token: other } = await emulator.link('ann')
  const [first, second] = [await me(emulator, one), await me(emulator, other)]
  expect(new Set([first.id, second.id, first.account_id, second.account_id]).size).toBe(4)

  const device = await page(emulator, one, deviceIdOf('a'))
  const play = { uris: [`spotify:track:${trackIdOf('Gold')}`] }
  await emulator.call(one, 'PUT', `/me/player/play?device_id=${deviceIdOf('a')}`, play)
  expect(await device.next()).toMatchObject({ type: 'load' })
  expect((await emulator.call(other, 'GET', '/me/player/devices')).json).toEqual({ devices: [] })
  for (const command of ['pause', 'next', 'volume?volume_percent=1', `play?device_id=${deviceIdOf('a')}`])
    expect((await emulator.call(other, 'PUT', `/me/player/${command}`)).status).not.toBe(204)
  await page(emulator, other, deviceIdOf('a'))
  await device.awaitHandled()
  expect((await emulator.call(one, 'GET', '/me/player')).json).toMatchObject({ is_playing: true })
})

it('B1 changes to a shared starting playlist are not visible to the other account', async () => {
  const emulator = await startEmulator()
  const { access_token: one } = await emulator.link('ann')
  const { access_token: other } = await emulator.link('ann')
  expect(await names(emulator, other)).toEqual(['Mornings', 'Long one', 'Evenings', 'Everybody adds'])
  const rename = (id: string, name: string) => emulator.call(one, 'PUT', `/playlists/${id}`, { name })
  expect((await rename(lists.mornings.id, 'Mine alone')).status).toBe(200)
  await created(emulator, one, 'Secret')
  expect(await names(emulator, one)).toEqual([
    'Mine alone',
    'Long one',
    'Secret',
    'Evenings',
    'Everybody adds',
  ])
  expect(await names(emulator, other)).toEqual(['Mornings', 'Long one', 'Evenings', 'Everybody adds'])
})

it('B1 a copy of a shared playlist stays with its account when the library has the playlist no more', async () => {
  const library = toneLibrary()
  let catalogue = library.catalogue()
  const emulator = await startEmulator({ library: { ...library, catalogue: () => catalogue } })
  const { access_token: one } = await emulator.link('ann')
  const { access_token: other } = await emulator.link('ben')
  const path = `/playlists/${lists.shared.id}`
  const add = async (token: string) => {
    const body = { uris: [`spotify:track:${trackIdOf('Kite')}`] }
    return (await emulator.call(token, 'POST', `${path}/items`, body)).status
  }
  expect(await add(one)).toBe(201)
  const playlists = new Map([...catalogue.playlists].filter(([id]) => id !== lists.shared.id))
  catalogue = { ...catalogue, playlists }
  const statusOf = async (token: string) => (await emulator.call(token, 'GET', path)).status
  expect([await statusOf(one), await statusOf(other)]).toEqual([200, 404])
  expect(await add(other)).toBe(404)
  expect((await emulator.call(one, 'GET', `${path}/items`)).json).toMatchObject({ total: 2 })
})

it('B1 typing a name that exists gives no access to that account', async () => {
  const emulator = await startEmulator()
  const { access_token: one } = await consentOnPage(emulator, { name: 'Kim' })
  const secret = await created(emulator, one, 'Secret')
  const { access_token: other } = await consentOnPage(emulator, { name: 'Kim' })
  expect((await me(emulator, other)).id).not.toBe((await me(emulator, one)).id)
  expect(await names(emulator, other)).not.toContain('Secret')
  expect((await emulator.call(other, 'GET', `/playlists/${secret}`)).status).toBe(404)
  expect((await emulator.call(other, 'GET', `/playlists/${secret}/items`)).status).toBe(404)
})

it('B1 a person who consents again continues the same account with new tokens; a stranger’s token does not help', async () => {
  const emulator = await startEmulator()
  const first = await consentOnPage(emulator, { person: 'ann' })
  const known = await me(emulator, first.access_token)
  const former = [first.refresh_token ?? '']
  const asBen = await consentOnPage(emulator, { person: 'ben' }, former)
  expect((await me(emulator, asBen.access_token)).account_id).not.toBe(known.account_id)
  const again = await consentOnPage(emulator, { person: 'ann' }, ['unknown', ...former])
  expect(await me(emulator, again.access_token)).toEqual(known)
  expect((await emulator.call(first.access_token, 'GET', '/me')).status).toBe(401)
})

it('B1 an earlier refresh token is valid until the new one is used', async () => {
  const emulator = await startEmulator()
  const refresh = async (token: string) => {
    const form = { grant_type: 'refresh_token', refresh_token: token, client_id: 'public' }
    const answer = await emulator.tokenRequest(form)
    return answer.ok ? Tokens.parse(await answer.json()) : null
  }
  const consentAgain = (former: string) => consentOnPage(emulator, { person: 'ann' }, [former])
  const { access_token, refresh_token: first = '' } = await consentOnPage(emulator, { person: 'ann' })
  const known = await me(emulator, access_token)
  // The app loses the tokens of two consents.
  await consentAgain(first)
  const lost = await consentAgain(first)
  expect(await me(emulator, lost.access_token)).toEqual(known)
  const { refresh_token: second = '' } = (await refresh(first)) ?? {}
  const { refresh_token: third = '', ...again } = await consentAgain(second)
  expect(await me(emulator, again.access_token)).toEqual(known)
  expect(await refresh(third)).not.toBeNull()
  for (const token of [lost.refresh_token ?? '', second]) expect(await refresh(token)).toBeNull()
  const spent = await consentAgain(second)
  expect((await me(emulator, spent.access_token)).account_id).not.toBe(known.account_id)
})

it('B1 of the tokens of earlier consents, only the first twenty count', async () => {
  const emulator = await startEmulator()
  const first = await consentOnPage(emulator, { person: 'ann' })
  const known = await me(emulator, first.access_token)
  const after = (unknown: number) =>
    consentOnPage(emulator, { person: 'ann' }, [
      ...Array.from({ length: unknown }, () => 'unknown'),
      first.refresh_token ?? '',
    ])
  expect((await me(emulator, (await after(20)).access_token)).account_id).not.toBe(known.account_id)
  expect((await me(emulator, (await after(19)).access_token)).account_id).toBe(known.account_id)
})

it('B2 the end of a grant ends its playlists, devices, sockets and song addresses', async () => {
  const emulator = await startEmulator()
  const { access_token, refresh_token: token = '' } = await emulator.link('ann')
  const { access_token: watcher } = await emulator.link('ben')
  const device = await page(emulator, access_token, deviceIdOf('a'))
  const address = await device.streamUrlOf(trackIdOf('Gold'))
  const { text } = await emulator.call(access_token, 'POST', '/me/playlists', { name: 'Open to all' })
  const id = /"id":"([0-9A-Za-z]{22})"/.exec(text)?.[1] ?? ''
  const status = async (path: string) => (await emulator.call(watcher, 'GET', path)).status
  expect([await status(`/playlists/${id}`), (await fetch(address)).status]).toEqual([200, 200])
  await emulator.revoke({ token })
  await device.closed
  expect([await status(`/playlists/${id}`), (await fetch(address)).status]).toEqual([404, 403])
  const state = await fetch(`${emulator.base}/__emu/state`)
  expect(await state.json()).toMatchObject({ grants: [{ profileId: 'ben', devices: [] }] })
})

it('B2 an expired grant is kept for half a year, and then deleted with its playlists', async () => {
  let nowMs = Date.UTC(2026, 0, 1)
  const day = 24 * 3_600_000
  const emulator = await startEmulator({ now: () => nowMs })
  const first = await consentOnPage(emulator, { name: 'Kim' })
  await created(emulator, first.access_token, 'Secret')
  nowMs += 300 * day
  const second = await consentOnPage(emulator, { name: 'Kim' }, [first.refresh_token ?? ''])
  expect(await names(emulator, second.access_token)).toContain('Secret')
  nowMs += 365 * day
  const third = await consentOnPage(emulator, { name: 'Kim' }, [second.refresh_token ?? ''])
  expect(await names(emulator, third.access_token)).not.toContain('Secret')
})

it('B2 a service that starts deletes the grants that expired half a year ago', async () => {
  let nowMs = Date.UTC(2026, 0, 1)
  const day = 24 * 3_600_000
  const options = { now: () => nowMs, dataDir: musicFolder({}) }
  const first = await startEmulator(options)
  await consentOnPage(first, { name: 'Kim' })
  await first.stop()
  const grantsAfter = async (days: number) => {
    nowMs += days * day
    const emulator = await startEmulator(options)
    const state = await fetch(`${emulator.base}/__emu/state`)
    const body: unknown = await state.json()
    await emulator.stop()
    return body
  }
  expect(await grantsAfter(364)).toMatchObject({ grants: [{}] })
  expect(await grantsAfter(1)).toMatchObject({ grants: [] })
})

it('B3 revoked access tokens end at once; a page that sends a new one in time plays on', async () => {
  let nowMs = Date.now()
  const emulator = await startEmulator({ now: () => nowMs, tokenCheckEveryMs: 20 })
  const { access_token, refresh_token: token = '' } = await emulator.link('ann')
  const device = await page(emulator, access_token, deviceIdOf('a'))
  const thief = await page(emulator, access_token, deviceIdOf('b'))
  expect((await emulator.revoke({ token, only: 'access_tokens' })).status).toBe(200)
  expect((await emulator.call(access_token, 'GET', '/me')).status).toBe(401)

  const renewal = { grant_type: 'refresh_token', refresh_token: token, client_id: 'public' }
  const renewed = Tokens.parse(await (await emulator.tokenRequest(renewal)).json())
  expect(await device.nextOf('token-needed')).toEqual({ type: 'token-needed' })
  // The page sends the expired token again. So the provider requests a token a second time.
  device.send({ type: 'token', token: access_token })
  device.send({ type: 'token', token: renewed.access_token })
  await device.awaitHandled()
  expect(await thief.nextOf('token-needed')).toEqual({ type: 'token-needed' })
  nowMs += 60_000
  expect(await thief.nextOf('refused')).toMatchObject({ event: 'authentication_error' })
  await thief.closed
  const volume = `/me/player/volume?volume_percent=11&device_id=${deviceIdOf('a')}`
  expect((await emulator.call(renewed.access_token, 'PUT', volume)).status).toBe(204)
  expect(await device.nextOf('volume')).toEqual({ type: 'volume', volumePercent: 11 })
})

it('B2 E1 a call whose body arrives after its grant ended is refused', async () => {
  const lines: string[] = []
  const emulator = await startEmulator({ log: (_level, message) => lines.push(message) })
  const { access_token: token, refresh_token: refresh = '' } = await emulator.link('ann')
  const { host, hostname, port } = new URL(emulator.origin)
  const socket = connect(Number(port), hostname)
  const answers: AsyncIterator<unknown> = socket[Symbol.asyncIterator]()
  const body = JSON.stringify({ name: 'Too late' })
  socket.write(
    `POST /spotify/api/v1/me/playlists HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\n` +
      `Content-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`,
  )
  expect(String((await answers.next()).value)).toContain('100 Continue')
  expect((await emulator.revoke({ token: refresh })).status).toBe(200)
  socket.write(body)
  expect(String((await answers.next()).value)).toMatch(/^HTTP\/1.1 401 /)
  expect(lines).toEqual([])
  socket.destroy()
})
