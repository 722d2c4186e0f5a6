import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { BANNED_MAX, MODERATORS_MAX, PICTURE_MAX_BYTES, routes } from '@jointly/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectLive, listenLive } from '../../../testing/live-client.ts'
import { expectShortTurns } from '../../../testing/thread-time.ts'
import { granted, link, type Person, startTestServer, type TestServer } from '../../../testing/test-server.ts'
import { createRateLimiter, inMemory } from '../rate-limit.ts'

// The maximum numbers that the schemas allow.
const FLAVORS = 500
const PLAYLISTS = 2000
const LOADED = 100
/** The maximum number of rows in `waiting_songs` for one session (H9). */
const WISHES = 500
const LIVE_MESSAGE_BYTES = 4 * 1024

describe('the largest input that is stored or forwarded', () => {
  let server: TestServer
  let ann: Person
  let ssid: string
  beforeAll(async () => {
    // The largest saves change more people than a person may change in a minute (A4).
    const limiter = createRateLimiter((allowance) => inMemory({ ...allowance, attempts: 100_000 }))
    server = await startTestServer(undefined, { limiter })
    ann = await server.signUp('ann')
    await link(ann, 'ann')
    await granted(ann.call('fetchPlaylists'))
    const body = { title: 'Kitchen', managed: true, isPrivate: false }
    ssid = (await granted(ann.call('createSession', { body }))).id
    await granted(ann.call('session', { params: { ssid } }))
    await granted(ann.call('upgrade', { params: { ssid }, body: { plan: 'infinite' } }))
  })
  afterAll(() => server.close())

  async function people(count: number, prefix: string): Promise<string[]> {
    const ids = Array.from({ length: count }, () => randomUUID())
    for (const [index, id] of ids.entries()) {
      const name = `${prefix}${index}`
      const person = { id, username: name, username_key: name, email: `${name}@example.org` }
      await server.db
        .insertInto('users')
        .values({ ...person, password_hash: '', level: 0, created_at: 0 })
        .execute()
    }
    return ids
  }

  it('O6 of the options of a session blocks the thread for at most 50 ms', async () => {
    const [mods, banned] = [await people(MODERATORS_MAX, 'mod'), await people(BANNED_MAX, 'banned')]
    for (const id of mods)
      await server.db
        .insertInto('friends')
        .values({ user1: ann.id, user2: id, accepted: 1, created_at: 0 })
        .execute()
    for (const id of banned)
      await server.db.insertInto('bans').values({ session_id: ssid, user_id: id, since: 0 }).execute()
    let { version } = await granted(ann.call('options', { params: { ssid } }))
    const save = async (attempt: number) => {
      const selected = Array.from({ length: FLAVORS }, (_, index) => ({
        kind: 'artist' as const,
        id: `artist-${attempt}-${index}`,
        name: 'n'.repeat(300),
      }))
      const body = {
        version,
        title: 't'.repeat(80),
        flavor: { mode: 'blacklist' as const, selected },
        // Each try sends different lists, so that the save removes some users and adds others.
        mods: mods.slice(attempt % 2).map((user_id) => ({ user_id, level: 'operator' as const })),
        banned: banned.slice(attempt).map((user_id) => ({ user_id })),
      }
      version = (await granted(ann.call('saveOptions', { params: { ssid }, body }))).version
    }
    await expectShortTurns(save)
  })

  it('O6 H9 of songs that wait, which are read and then all approved, blocks the thread for at most 50 ms', async () => {
    const { data } = await granted(ann.call('songs', { query: { query: 'a', ssid } }))
    const songIds = data.slice(0, 20).map(({ id }) => id)
    const waiting = await people(WISHES / songIds.length, 'waiting')
    const params = { ssid }
    const approve = async (isOn: boolean) => {
      const { version } = await granted(ann.call('options', { params }))
      await granted(ann.call('saveOptions', { params, body: { version, approve: isOn } }))
    }
    const listWaitingSongs = async () => {
      await approve(true)
      await server.db.deleteFrom('votes').where('session_id', '=', ssid).execute()
      await server.db.deleteFrom('listed_songs').where('session_id', '=', ssid).execute()
      for (const user_id of waiting)
        await server.db
          .insertInto('waiting_songs')
          .values(songIds.map((song_id) => ({ session_id: ssid, song_id, user_id, added_at: 0 })))
          .execute()
    }
    const readAndApprove = async () => {
      expect(await granted(ann.call('waiting', { params }))).toMatchObject({ count: songIds.length })
      await approve(false)
    }
    await expectShortTurns(readAndApprove, listWaitingSongs)
  })

  it('O6 of the choice of playlists blocks the thread for at most 50 ms', async () => {
    const [account] = await granted(ann.call('accounts'))
    const ids = Array.from({ length: PLAYLISTS }, (_, index) => `made-${index}`)
    for (const [position, id] of ids.entries())
      await server.db
        .insertInto('playlists')
        .values({
          account_id: account?.id ?? '',
          id,
          position,
          title: 'T'.repeat(200),
          owner: 'somebody',
          cover: null,
          snapshot_id: 'now',
          imported_snapshot: 'now',
          total: 0,
          imported: 0,
          load: 0,
          state: 'none',
        })
        .execute()
    const headers = { authorization: `Bearer ${ann.token}`, 'content-type': 'application/json' }
    // Each try chooses other playlists. The typed client is not used, because it would also parse the answer in this
    // thread.
    const choose = async (attempt: number) => {
      const choice = ids.map((id, index) => ({ id, load: Math.floor(index / LOADED) === attempt }))
      const body = JSON.stringify(choice)
      expect((await server.raw('POST', '/api/spotify/playlists', { headers, body })).status).toBe(200)
    }
    await expectShortTurns(choose)
  })

  it('O6 of a picture blocks the thread for at most 50 ms', async () => {
    // Noise cannot be compressed, so the file has about three bytes for each pixel.
    const side = Math.floor(Math.sqrt(PICTURE_MAX_BYTES / 3.1))
    const raw = { width: side, height: side, channels: 3 } as const
    const body = new Uint8Array(
      await sharp(randomBytes(3 * side * side), { raw })
        .png()
        .toBuffer(),
    )
    expect(body.length / PICTURE_MAX_BYTES).toBeCloseTo(1, 1)
    const headers = {
      authorization: `Bearer ${ann.token}`,
      'content-type': 'image/png',
      'content-length': body.length,
    }
    const upload = async () => {
      const call = request(server.address + routes.savePicture.path, { method: 'PUT', headers })
      const answered = once(call, 'response')
      // `fetch` would copy and send the whole file in one turn of this thread.
      await pipeline(Readable.from(piecesOf(body)), call)
      const [answer]: IncomingMessage[] = await answered
      answer?.resume()
      expect(answer?.statusCode).toBe(200)
    }
    await expectShortTurns(upload)
  })

  it.each([
    ['hello', (fill: string) => JSON.stringify({ type: 'hello', token: fill })],
    ['open', (fill: string) => JSON.stringify({ type: 'open', ssid: fill })],
    ['clock', (fill: string) => JSON.stringify({ type: 'clock', sentMs: 1, fill })],
    ['calibrate', (fill: string) => JSON.stringify({ type: 'calibrate', act: { do: 'join', device: fill } })],
    ['nested', (fill: string) => '['.repeat(fill.length)],
    ['a number', (fill: string) => `{"type":"clock","sentMs":${fill.replaceAll('x', '9')}}`],
  ])('O6 of a live message (%s) blocks nobody for more than 50 ms', async (_what, make) => {
    const room = LIVE_MESSAGE_BYTES - make('').length
    const message = make('x'.repeat(room))
    const say = async () => {
      const live = await connectLive(server.address)
      live.say({ type: 'hello', token: ann.token })
      await live.next('ready')
      live.say(message)
      live.say({ type: 'clock', sentMs: 7 })
      await Promise.race([live.next('clock', ({ sentMs }) => sentMs === 7), live.closed])
      live.terminate()
    }
    await expectShortTurns(say)
  })

  it('O6 of live messages that are handled together blocks the thread for at most 50 ms', async () => {
    const say = async () => {
      const live = await listenLive(server.address, ann.token, ssid)
      for (let sentMs = 0; sentMs < 50; sentMs += 1) live.say({ type: 'clock', sentMs })
      await Promise.race([live.next('clock', ({ sentMs }) => sentMs === 49), live.closed])
      live.terminate()
    }
    await expectShortTurns(say)
  })

  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  it.each<[string, string, string, string | null]>([
    ['the token endpoint', 'POST', '/spotify/accounts/api/token', `grant_type=${'+'.repeat(8_000)}`],
    ['the consent page', 'GET', `/spotify/accounts/authorize?state=${'s'.repeat(14_000)}`, null],
    [
      'a search',
      'GET',
      `/spotify/api/v1/search?type=track,album,artist,playlist&q=artist:x${'+'.repeat(242)}`,
      null,
    ],
    [
      'a search that is too long',
      'GET',
      `/spotify/api/v1/search?type=track&q=artist:x${'+'.repeat(14_000)}`,
      null,
    ],
    ['many ids', 'GET', `/spotify/api/v1/tracks?ids=${'a,'.repeat(7_000)}`, null],
    ['a new playlist', 'POST', '/spotify/api/v1/me/playlists', JSON.stringify({ name: 'n'.repeat(60_000) })],
    [
      'what to play',
      'PUT',
      '/spotify/api/v1/me/player/play',
      `{"uris":["${'spotify:track:x","'.repeat(3_000)}"]}`,
    ],
    ['brackets', 'PUT', '/spotify/api/v1/me/player/play', '['.repeat(60_000)],
  ])('O6 of %s below /spotify blocks nobody for more than 50 ms', async (_what, method, where, body) => {
    const [account] = await granted(ann.call('accounts'))
    const headers = where.includes('/accounts/')
      ? form
      : { authorization: `Bearer ${account?.access_token}`, 'content-type': 'application/json' }
    const call = async () => {
      const { status } = await server.raw(method, where, { headers, ...(body !== null && { body }) })
      expect(status).toBeLessThan(500)
    }
    await expectShortTurns(call)
  })
})

/** Divides bytes into pieces of 64 KiB. */
function* piecesOf(bytes: Uint8Array): Iterable<Uint8Array> {
  const size = 64 * 1024
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size)
}
