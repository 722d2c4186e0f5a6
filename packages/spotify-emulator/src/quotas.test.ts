import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Library, Playlist } from '@jointly/music-library'
import { expect, it, onTestFinished, vi } from 'vitest'
import { WebSocket } from 'ws'
import { deviceIdOf, page } from './testing/device.ts'
import { startEmulator } from './testing/test-emulator.ts'
import { lists, toneLibrary, trackIdOf } from './testing/tone-library.ts'

const ann = (options: Parameters<typeof startEmulator>[0] = {}) => linked('ann', options)

async function linked(person: string, options: Parameters<typeof startEmulator>[0] = {}) {
  const emulator = await startEmulator(options)
  const { access_token: token } = await emulator.link(person)
  const call = async (method: string, path: string, body?: unknown) => {
    const { status, text } = await emulator.call(token, method, path, body)
    return { status, text, id: /"id":"([0-9A-Za-z]{22})"/.exec(text)?.[1] ?? '' }
  }
  const remove = (ids: readonly string[]) =>
    call('DELETE', `/me/library?uris=${ids.map((id) => `spotify:playlist:${id}`).join()}`)
  return { emulator, token, call, remove }
}

const uri = `spotify:track:${trackIdOf('Gold')}`

it('B4 an account has at most a hundred playlists of its own, and another account is not affected', async () => {
  const { emulator, call } = await ann()
  const first = await call('POST', '/me/playlists', { name: 'First' })
  for (let count = 1; count < 100; count += 1)
    expect((await call('POST', '/me/playlists', { name: `List ${count}` })).status).toBe(201)
  const refused = await call('POST', '/me/playlists', { name: 'One more' })
  expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('Playlist limit reached')])
  expect((await call('PUT', `/playlists/${lists.mornings.id}`, { name: 'Mine' })).status).toBe(403)
  expect((await call('PUT', `/playlists/${first.id}`, { name: 'Renamed' })).status).toBe(200)
  const { access_token: other } = await emulator.link('ann')
  expect((await emulator.call(other, 'POST', '/me/playlists', { name: 'Hers' })).status).toBe(201)
})

it('B4 a playlist that an account deletes makes room for another one', async () => {
  const { emulator, call, remove } = await ann()
  const created: string[] = []
  for (let count = 0; count < 100; count += 1)
    created.push((await call('POST', '/me/playlists', { name: `List ${count}`, public: count > 1 })).id)
  const [first = '', second = ''] = created
  expect((await remove([first, second])).status).toBe(200)
  expect((await call('GET', `/playlists/${first}`)).status).toBe(404)
  for (const offset of [0, 50, 100]) {
    const page = await call('GET', `/me/playlists?limit=50&offset=${offset}`)
    expect([page.status, page.text.includes(first)]).toEqual([200, false])
  }
  expect((await call('POST', '/me/playlists', { name: 'One more' })).status).toBe(201)

  const { access_token: other } = await emulator.link('ben', 'playlist-modify-private')
  const foreign = await emulator.call(other, 'POST', '/me/playlists', { name: 'Hers', public: false })
  const id = /"id":"([0-9A-Za-z]{22})"/.exec(foreign.text)?.[1] ?? ''
  expect((await remove([created[2] ?? '', id])).status).toBe(404)
  expect((await remove([lists.mornings.id])).status).toBe(403)
  expect((await remove([lists.shared.id])).status).toBe(403)
  expect((await remove([])).status).toBe(400)
  expect((await call('GET', `/playlists/${created[2]}`)).status).toBe(200)
  const narrow = await emulator.call(other, 'DELETE', `/me/library?uris=spotify:playlist:${lists.bens.id}`)
  expect(narrow.text).toContain('Insufficient client scope')
})

it('B4 one call deletes all of its playlists or none', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'provider-quotas-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const { call, remove } = await ann({ dataDir })
  const first = await call('POST', '/me/playlists', { name: 'First' })
  const second = await call('POST', '/me/playlists', { name: 'Second' })
  const statuses = () =>
    Promise.all([first, second].map(async ({ id }) => (await call('GET', `/playlists/${id}`)).status))
  const sql = new DatabaseSync(join(dataDir, 'provider.sqlite'))
  onTestFinished(() => sql.close())
  sql.exec(`create trigger fails before delete on playlists when old.id = '${second.id}'
    begin select raise(abort, 'cannot be deleted'); end`)
  expect((await remove([first.id, second.id])).status).toBe(500)
  expect(await statuses()).toEqual([200, 200])
  sql.exec('drop trigger fails')
  expect((await remove([first.id, second.id])).status).toBe(200)
  expect(await statuses()).toEqual([404, 404])
})

it('B4 the playlists with which an account starts cannot be deleted', async () => {
  const { call, remove } = await linked('finn')
  const starter = await call('GET', '/me/playlists')
  expect((await remove([starter.id])).status).toBe(403)
  expect((await call('GET', `/playlists/${starter.id}`)).status).toBe(200)
})

/** Returns a library in which two playlists of Ann have room for one more song each. */
function almostFullLibrary(): Library {
  const library = toneLibrary()
  const catalogue = library.catalogue()
  const items = Array.from({ length: 9_999 }, () => ({ kind: 'track', trackId: trackIdOf('Gold') }) as const)
  const full = [lists.mornings, lists.long].map((list): [string, Playlist] => [list.id, { ...list, items }])
  return {
    ...library,
    catalogue: () => ({ ...catalogue, playlists: new Map([...catalogue.playlists, ...full]) }),
  }
}

it('B4 a playlist has at most 10,000 songs, and all of an account 20,000', async () => {
  const { call } = await ann({ library: almostFullLibrary() })
  const add = async (playlistId: string) => {
    const { status, text } = await call('POST', `/playlists/${playlistId}/items`, { uris: [uri] })
    return [status, status === 201 || text]
  }
  const refused = [400, expect.stringContaining('size limit')]
  const { id } = await call('POST', '/me/playlists', { name: 'Third' })
  expect(await add(lists.mornings.id)).toEqual([201, true])
  expect(await add(lists.mornings.id)).toEqual(refused)
  expect(await add(lists.long.id)).toEqual([201, true])
  expect(await add(id)).toEqual(refused)
})

it('B4 names, descriptions and bodies are limited', async () => {
  const { emulator, call } = await ann()
  const create = async (details: unknown) => (await call('POST', '/me/playlists', details)).status
  expect(await create({ name: 'x'.repeat(201) })).toBe(400)
  expect(await create({ name: 'x', description: 'x'.repeat(501) })).toBe(400)
  expect(await create(`{"name":"${'x'.repeat(64 * 1024)}"}`)).toBe(413)
  const form = { grant_type: 'refresh_token', client_id: 'public', refresh_token: 'x'.repeat(8 * 1024) }
  const answer = await emulator.tokenRequest(form)
  expect(await answer.json()).toMatchObject({ error: 'invalid_request' })
})

it.each([
  ['form', '/spotify/accounts/api/token', '400'],
  ['page', '/spotify/accounts/authorize', '400'],
])('B4 after a %s that is too long, the connection answers the next request', async (_what, path, status) => {
  const { origin } = await startEmulator()
  const { host, hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  const size = 1_000_000
  socket.write(`POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: ${size}\r\n\r\n`)
  socket.write('x'.repeat(size))
  socket.write(`GET /spotify/status HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
  let answers = ''
  for await (const piece of socket) answers += String(piece)
  expect(answers.match(/(?<=HTTP\/1.1 )\d+/g)).toEqual([status, '200'])
})

it('B4 a body that is too long is refused before all of it has arrived', async () => {
  const { origin } = await startEmulator()
  const { host, hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  onTestFinished(() => void socket.destroy())
  socket.write(
    `POST /spotify/accounts/api/token HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 1000000000\r\n\r\n`,
  )
  socket.write('x'.repeat(20_000))
  const answer = await new Promise<Buffer>((resolve) => socket.once('data', resolve))
  expect(answer.toString()).toMatch(/^HTTP\/1.1 400 /)
})

it('B4 a grant has at most twenty connected devices; a disconnected one gives way', async () => {
  const { emulator, token } = await ann()
  const idOf = (number: number): string => number.toString(16).padStart(40, '0')
  const first = await page(emulator, token, idOf(0))
  for (let number = 1; number < 20; number += 1) await page(emulator, token, idOf(number))
  const tooMany = await page(emulator, token, idOf(20), 'One more')
  expect(tooMany.greeting).toEqual({ type: 'closed', code: 4008 })
  await first.close()
  await expect
    .poll(async () => (await page(emulator, token, idOf(21), 'Instead')).greeting)
    .toEqual({ type: 'registered' })
  const { access_token: other } = await emulator.link('ann')
  expect((await page(emulator, other, idOf(22))).greeting).toEqual({ type: 'registered' })
})

it('B7 listing playlists, their pictures and public pages does not parse their songs', async () => {
  const library: Library = { ...toneLibrary(), picture: async () => undefined }
  const { emulator, token, call } = await ann({ library })
  const { id } = await call('POST', '/me/playlists', { name: 'Mine' })
  expect((await call('POST', `/playlists/${id}/items`, { uris: Array(100).fill(uri) })).status).toBe(201)
  const parse = vi.spyOn(JSON, 'parse')
  onTestFinished(() => parse.mockRestore())
  const textAt = async (path: string) =>
    (await fetch(emulator.base + path, { headers: { authorization: `Bearer ${token}` } })).text()
  expect(await textAt('/api/v1/me/playlists')).toContain('"total":100')
  expect(await textAt(`/pictures/playlist/${id}/64`)).toContain('<svg')
  expect(await textAt(`/open/playlist/${id}`)).toContain('<h1>Mine</h1>')
  expect(parse.mock.calls.map(([text]) => text.length).filter((length) => length > 1000)).toEqual([])
})

it('B7 deleting playlists does not parse their songs, also if one call names the same playlist many times', async () => {
  const { call, remove } = await ann()
  const { id } = await call('POST', '/me/playlists', { name: 'Mine' })
  expect((await call('POST', `/playlists/${id}/items`, { uris: Array(100).fill(uri) })).status).toBe(201)
  const parse = vi.spyOn(JSON, 'parse')
  onTestFinished(() => parse.mockRestore())
  const unknown = 'x'.repeat(22)
  expect((await remove([...Array<string>(39).fill(id), unknown])).status).toBe(404)
  expect(parse.mock.calls.map(([text]) => text.length).filter((length) => length > 1000)).toEqual([])
  expect((await call('GET', `/playlists/${id}`)).status).toBe(200)
  expect((await remove(Array(40).fill(id))).status).toBe(200)
})

it('B4 a queue has at most 200 songs', async () => {
  const { emulator, token, call } = await ann()
  await page(emulator, token, deviceIdOf('a'))
  await call('PUT', `/me/player/play?device_id=${deviceIdOf('a')}`, { uris: [uri] })
  const enqueue = async () => (await call('POST', `/me/player/queue?uri=${uri}`)).status
  for (let songs = 0; songs < 200; songs += 1) expect(await enqueue()).toBe(204)
  expect(await enqueue()).toBe(403)
})

it('B4 a grant sends at most 200 messages in ten seconds, over all its sockets', async () => {
  let nowMs = Date.now()
  const emulator = await startEmulator({ now: () => nowMs })
  const { access_token: token } = await emulator.link('ann')
  const [one, other] = [
    await page(emulator, token, deviceIdOf('a')),
    await page(emulator, token, deviceIdOf('b')),
  ]
  const sendMany = ({ send }: typeof one, times: number) => {
    for (let count = 0; count < times; count += 1) send({ type: 'volume', volumePercent: count % 100 })
  }
  sendMany(one, 150)
  await one.awaitHandled()
  nowMs += 10_000
  sendMany(one, 150)
  await one.awaitHandled()
  sendMany(other, 48)
  await other.awaitHandled()
  sendMany(other, 1)
  expect(await other.closed).toBe(1008)
})

it('B4 the limit of messages also counts those of a page that was closed', async () => {
  const nowMs = Date.now()
  const emulator = await startEmulator({ now: () => nowMs, faults: { deviceReapMs: 0 } })
  const { access_token: token } = await emulator.link('ann')
  const closing = await page(emulator, token, deviceIdOf('a'))
  for (let count = 0; count < 199; count += 1) closing.send({ type: 'volume', volumePercent: 1 })
  await closing.awaitHandled()
  await closing.close(1000)
  const devices = async () => (await emulator.call(token, 'GET', '/me/player/devices')).json
  await expect.poll(devices).toEqual({ devices: [] })
  const again = await page(emulator, token, deviceIdOf('a'))
  expect(await Promise.race([again.awaitHandled(), again.closed])).toBe(1008)
})

it('B4 messages are accepted after the clock was set back', async () => {
  let nowMs = Date.now()
  const emulator = await startEmulator({ now: () => nowMs })
  const { access_token: token } = await emulator.link('ann')
  const device = await page(emulator, token, deviceIdOf('a'))
  for (const stepMs of [0, -3_600_000]) {
    nowMs += stepMs
    for (let count = 0; count < 150; count += 1) device.send({ type: 'volume', volumePercent: 1 })
    await Promise.race([device.awaitHandled(), device.closed.then((code) => expect(code).toBe(null))])
  }
})

it('B4 a socket sends at most 200 messages in ten seconds before it has named its grant', async () => {
  const nowMs = Date.now()
  const emulator = await startEmulator({ now: () => nowMs })
  const socket = new WebSocket(`${emulator.base.replace('http', 'ws')}/dealer`)
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  await new Promise((resolve) => socket.once('open', resolve))
  for (let count = 0; count < 201; count += 1)
    socket.send(JSON.stringify({ type: 'volume', volumePercent: 1 }))
  // Without the limit, this message closes the socket with another code.
  socket.send('no message')
  expect(await closed).toBe(1008)
})
