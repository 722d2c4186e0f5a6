import { artistQuery } from '@jointly/contract'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  granted,
  link,
  type Person,
  refusal,
  startTestServer,
  type TestServer,
} from '../../testing/test-server.ts'
import { openSession } from '../../testing/session-fixture.ts'

describe('songs', () => {
  let nowMs = Date.now()
  let server: TestServer
  let ann: Person
  let guest: Person
  beforeAll(async () => {
    server = await startTestServer(undefined, { now: () => nowMs })
    ann = await server.signUp('ann')
    guest = await server.signUp('guest')
    await link(ann, 'ann')
  })
  afterEach(() => server.endFaults())
  afterAll(() => server.close())

  const search = (person: Person, query: string, ssid?: string) =>
    person.call('songs', { query: { query, ...(ssid && { ssid }) } })
  const refuseOnce = { failNext: { status: 401, body: '', times: 1, path: '/search' } }
  const away = { failNext: { status: 500, body: '', times: 99, path: '/search' } }

  describe('song search', () => {
    it('L5 works for people without a linked account', async () => {
      const { data } = await granted(search(guest, 'night'))
      expect(data.length).toBeGreaterThan(0)
      expect(data.length).toBeLessThanOrEqual(20)
      expect(data[0]).toMatchObject({
        sources: [{ service: 'spotify', src: `spotify:track:${data[0]?.id}` }],
      })
    })

    it('D7 covers are loaded from the own origin', async () => {
      const { data } = await granted(search(ann, 'light'))
      expect(data[0]?.cover).toMatch(/^\/spotify\//)
      const cover = await server.raw('GET', data[0]?.cover ?? '')
      expect([cover.status, cover.headers.get('content-type')]).toEqual([
        200,
        expect.stringMatching(/^image\//),
      ])
    })

    it('D7 a repeated search within minutes does not call the provider', async () => {
      const first = await granted(search(ann, 'river'))
      await server.simulateFaults(away)
      expect(await granted(search(guest, ' RIVER '))).toEqual(first)
      nowMs += 5 * 60_000
      expect(await refusal(search(guest, 'river'))).toBe('503 provider-away')
    })

    it('E1 a failed search is not cached', async () => {
      await server.simulateFaults(away)
      expect(await refusal(search(ann, 'sun'))).toBe('503 provider-away')
      await server.endFaults()
      expect((await granted(search(ann, 'sun'))).data.length).toBeGreaterThan(0)
    })

    it('D7 a search without a result is not cached, because songs may be added', async () => {
      expect(await granted(search(ann, 'zzzzz'))).toEqual({ data: [] })
      await server.simulateFaults(away)
      expect(await refusal(search(ann, 'zzzzz'))).toBe('503 provider-away')
    })

    it('L9 a refused token of the app is renewed, at most every 30 seconds', async () => {
      await granted(search(guest, 'dawn'))
      nowMs += 31_000
      await server.simulateFaults(refuseOnce)
      await granted(search(guest, 'dusk'))
      await server.simulateFaults(refuseOnce)
      expect(await refusal(search(guest, 'noon'))).toBe('503 provider-away')
      await granted(search(guest, 'noon'))
    })

    it('L9 a refused token of the app is renewed after the clock of the server was set back', async () => {
      await granted(search(guest, 'moon'))
      nowMs -= 3_600_000
      await server.simulateFaults(refuseOnce)
      expect(await search(guest, 'mist')).toMatchObject({ ok: true })
      nowMs += 3_600_000
    })

    it('D7 in a session shows which songs are listed there', async () => {
      const body = { title: 'Kitchen', managed: false, isPrivate: false }
      const { id: ssid } = await granted(ann.call('createSession', { body }))
      await granted(guest.call('session', { params: { ssid } }))
      const { data } = await granted(search(ann, 'sea', ssid))
      const [song] = data
      await granted(guest.call('voteUp', { params: { ssid }, body: { songID: song?.id ?? '', vote: 'up' } }))
      const again = await granted(search(guest, 'sea', ssid))
      expect(again.data.filter(({ listed }) => listed).map(({ id }) => id)).toEqual([song?.id])
    })

    it('D7 in an unknown session is not found', async () => {
      expect(await refusal(search(ann, 'sea', '00000000-0000-4000-8000-000000000000'))).toBe('404 not-found')
    })

    it('A4 is limited to what a person can type', async () => {
      const eager = await server.signUp('eager')
      const answers = await Promise.all(Array.from({ length: 61 }, () => search(eager, 'rain')))
      expect(answers.filter(({ ok }) => !ok)).toMatchObject([
        { status: 429, error: { code: 'rate-limited' } },
      ])
    })
  })

  describe('albums', () => {
    const openAlbum = (person: Person, id: string, ssid: string) =>
      person.call('album', { params: { id }, query: { ssid } })

    it('Q7 have their songs in the order of the album, marked as in a search', async () => {
      const ssid = await openSession(ann, guest)
      const { data } = await granted(search(ann, 'night', ssid))
      const [found] = data
      const album = await granted(openAlbum(guest, found?.album?.id ?? '', ssid))
      expect(album).toMatchObject(found?.album ?? {})
      expect(album.songs.length).toBeGreaterThan(1)
      const own = album.songs.find(({ id }) => id === found?.id)
      expect(own).toMatchObject({ title: found?.title, cover: found?.cover, listed: false })
      await granted(guest.call('voteUp', { params: { ssid }, body: { songID: own?.id ?? '', vote: 'up' } }))
      const again = await granted(openAlbum(ann, album.id, ssid))
      expect(again.songs.filter(({ listed }) => listed).map(({ id }) => id)).toEqual([own?.id])
      expect(again.songs.map(({ id }) => id)).toEqual(album.songs.map(({ id }) => id))
    })

    it('Q7 are not found if they are unknown, and in the sessions of others', async () => {
      const ssid = await openSession(ann)
      expect(await refusal(openAlbum(ann, 'unknown00000000000000x', ssid))).toBe('404 not-found')
      const body = { title: 'Bath', managed: false, isPrivate: true }
      const { id } = await granted(ann.call('createSession', { body }))
      expect(await refusal(openAlbum(guest, 'unknown00000000000000x', id))).toBe('404 not-found')
    })

    it('Q6 the songs of an artist are found by a search', async () => {
      const { data } = await granted(search(ann, 'night'))
      const artist = data[0]?.artists[0]
      const found = await granted(search(ann, artistQuery(artist?.name ?? '')))
      const names = found.data.map(({ artists }) => artists.map(({ name }) => name).join())
      expect(names.length).toBeGreaterThan(1)
      expect(names.filter((each) => !each.includes(artist?.name ?? 'none'))).toEqual([])
      expect(artistQuery(`"${'x'.repeat(300)}`)).toHaveLength(200)
    })
  })

  describe('songs by id', () => {
    it('D1 are stored by a search, and otherwise loaded from the provider', async () => {
      const body = { title: 'Kitchen', managed: false, isPrivate: false }
      const { id: ssid } = await granted(guest.call('createSession', { body }))
      await granted(guest.call('session', { params: { ssid } }))
      const { data } = await granted(search(ann, 'night'))
      const songID = data[0]?.id ?? ''
      await server.db.deleteFrom('songs').where('id', '=', songID).execute()
      await granted(guest.call('voteUp', { params: { ssid }, body: { songID, vote: 'up' } }))
      const unknown = { songID: 'unknown00000000000000x', vote: 'up' } as const
      expect(await refusal(guest.call('voteUp', { params: { ssid }, body: unknown }))).toBe('404 not-found')
    })

    it('A4 lookups of unknown songs are limited', async () => {
      const eager = await server.signUp('guesser')
      const body = { title: 'Kitchen', managed: false, isPrivate: false }
      const { id: ssid } = await granted(eager.call('createSession', { body }))
      const guess = (songID: string) =>
        refusal(eager.call('voteUp', { params: { ssid }, body: { songID, vote: 'up' } }))
      const answers = await Promise.all(Array.from({ length: 61 }, (_, index) => guess(`guess-${index}`)))
      expect(answers.filter((answer) => answer === '429 rate-limited')).toHaveLength(1)
    })
  })
})
