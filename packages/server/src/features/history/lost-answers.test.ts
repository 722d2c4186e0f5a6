import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { databases } from '../../testing/databases.ts'
import { bad, type FaultyProvider, type Step, startFaultyProvider } from '../../testing/faulty-provider.ts'
import { entriesOf, track } from '../../testing/generated-playlists.ts'
import { type HistoryFixture, openHistoryFixture, PLAYLIST, START_MS } from '../../testing/history-fixture.ts'
import { openSession } from '../../testing/session-fixture.ts'
import { granted, link, type Person, refusal } from '../../testing/test-server.ts'

/** A call that the provider carries out, but whose answer cannot be read. */
const lostAnswer: Step = { edit: () => ({}) }

let provider: FaultyProvider
let fixture: HistoryFixture
let person: Person
let ssid: string
let visit: string
let songIds: string[]
beforeAll(async () => {
  provider = await startFaultyProvider()
  fixture = await openHistoryFixture(databases[0], provider.settings, provider.apiBase)
})
beforeEach(async () => {
  const host = await fixture.addHost()
  ;({ person, ssid } = host)
  await link(person, 'ann')
  const { data } = await granted(person.call('songs', { query: { query: 'a' } }))
  const known = data.map(({ id }) => id)
  songIds = Array.from({ length: 130 }, (_, index) => known[index % known.length] ?? '')
  visit = await fixture.addVisit(person, host.ssid, songIds)
  provider.reset()
})
afterEach(() => provider.reset())
afterAll(async () => {
  await fixture.server.close()
  await provider.close()
})

/** Plays a song in a new session, which becomes the session of the test. */
async function playSong(songID: string): Promise<void> {
  ssid = await openSession(person)
  await granted(person.call('voteUp', { params: { ssid }, body: { songID, vote: 'up' } }))
  await granted(person.call('play', { params: { ssid } }))
}

/** Pauses the song for 30 seconds, so that its start moves (H8). */
async function pauseAndResume(): Promise<void> {
  await granted(person.call('pause', { params: { ssid }, body: { paused: true } }))
  fixture.clock.ms += 30_000
  await granted(person.call('pause', { params: { ssid }, body: { paused: false } }))
}

/** Adds a song to the saved playlist, or removes it, as the person can do it at the service. */
async function changeSong(method: 'POST' | 'DELETE', songID: string): Promise<void> {
  const [playlist] = await fixture.savedPlaylists(person)
  const [account] = await granted(person.call('accounts'))
  const uri = `spotify:track:${songID}`
  const changed = await fetch(`${provider.apiBase}/playlists/${playlist?.id}/items`, {
    method,
    headers: { authorization: `Bearer ${account?.access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify(method === 'POST' ? { uris: [uri] } : { items: [{ uri }] }),
  })
  expect(changed.ok).toBe(true)
}

it('T4 makes no second playlist if the answer of the service was lost', async () => {
  provider.next('/me/playlists', lostAnswer)
  expect(await refusal(fixture.save(person, visit))).toBe('503 provider-away')
  await fixture.saveAll(person, visit)
  expect(await fixture.savedSongs(person)).toEqual(songIds)
})

it.each([null, 'Played in &quot;Jointly&quot;.'])(
  'T4 makes no second playlist if the service shows the description as %j',
  async (description) => {
    provider.next('/me/playlists', lostAnswer, {
      edit: (body) => ({ ...body, items: entriesOf(body).map((entry) => ({ ...entry, description })) }),
    })
    expect(await refusal(fixture.save(person, visit))).toBe('503 provider-away')
    await fixture.saveAll(person, visit)
    expect(await fixture.savedSongs(person)).toEqual(songIds)
  },
)

it('T4 saves nothing in the playlist of another person, also if it has the same name', async () => {
  const other = { id: 'ofAnother', name: PLAYLIST.name, collaborative: true, owner: { id: 'somebody' } }
  provider.next('/me/playlists', bad.broken, {
    edit: (body) => ({ ...body, items: [...entriesOf(body), { ...other, snapshot_id: 'one' }] }),
  })
  expect(await refusal(fixture.save(person, visit))).toBe('503 provider-away')
  await fixture.saveAll(person, visit)
  expect(provider.calls('/playlists/ofAnother*')).toEqual([])
  expect(await fixture.savedSongs(person)).toEqual(songIds)
})

it.each([1, 2])(
  'T4 saves no song twice if the service has withdrawn the first of %i songs',
  async (length) => {
    const ids = songIds.slice(0, length)
    const short = await fixture.addVisit(person, ssid, ids, START_MS + 86_400_000)
    provider.next('/playlists/*', lostAnswer, {
      edit: (body) => ({
        ...body,
        items: entriesOf(body).map((entry, at) => (at === 0 ? { ...entry, item: null } : entry)),
      }),
    })
    expect(await refusal(fixture.save(person, short))).toBe('503 provider-away')
    await fixture.saveAll(person, short)
    expect(await fixture.savedSongs(person)).toEqual(ids)
  },
)

it('T4 saves no song twice if the service replaces it by another one', async () => {
  const [songID = ''] = songIds
  const short = await fixture.addVisit(person, ssid, [songID], START_MS + 86_400_000)
  // Like Spotify, the provider replaces songs only for a named country.
  const replaced = (body: Record<string, unknown>) => ({
    ...body,
    items: entriesOf(body).map((entry, at) => ({ ...entry, item: track(at) })),
  })
  provider.next('/playlists/*', lostAnswer, {
    edit: (body, url) => (url.searchParams.has('market') ? replaced(body) : body),
  })
  expect(await refusal(fixture.save(person, short))).toBe('503 provider-away')
  await fixture.saveAll(person, short)
  expect(await fixture.savedSongs(person)).toEqual([songID])
})

it.each([2, 30])('T4 saves no song twice if the person removed one of %i new songs', async (count) => {
  const ids = [...new Set(songIds)].slice(0, count)
  const short = await fixture.addVisit(person, ssid, ids, START_MS + 86_400_000)
  provider.next('/playlists/*', lostAnswer)
  expect(await refusal(fixture.save(person, short))).toBe('503 provider-away')
  await changeSong('DELETE', ids[1] ?? '')
  await fixture.saveAll(person, short)
  expect(await fixture.savedSongs(person)).toEqual(ids.toSpliced(1, 1))
})

it('T4 saves the next songs also if the person added one of them to the playlist', async () => {
  await granted(fixture.save(person, visit))
  const [own = ''] = songIds.slice(100)
  await changeSong('POST', own)
  provider.next('/playlists/*', bad.broken)
  expect(await refusal(fixture.save(person, visit))).toBe('503 provider-away')
  await fixture.saveAll(person, visit)
  expect(await fixture.savedSongs(person)).toEqual([...songIds.slice(0, 100), own, ...songIds.slice(100)])
})

it('T4 saves no song twice if the answer of the service was lost', async () => {
  provider.next('/playlists/*', lostAnswer, 'real', 'real', lostAnswer)
  expect(await refusal(fixture.save(person, visit))).toBe('503 provider-away')
  expect(await granted(fixture.save(person, visit))).toMatchObject({ saved: 100, remaining: 30 })
  await fixture.saveAll(person, visit)
  expect(await fixture.savedSongs(person)).toEqual(songIds)
})

it('T4 saves the songs if the service did not carry out the call', async () => {
  provider.next('/playlists/*', bad.broken, 'real', bad.broken)
  for (const _ of [1, 2]) expect(await refusal(fixture.save(person, visit))).toBe('503 provider-away')
  await fixture.saveAll(person, visit)
  expect(await fixture.savedSongs(person)).toEqual(songIds)
})

it('T4 a song that was paused after the answer was lost is saved once', async () => {
  const [songID = '', earlier = ''] = songIds
  await playSong(songID)
  await fixture.addVisit(person, ssid, [earlier], fixture.clock.ms - 60_000)
  provider.next('/playlists/*', lostAnswer)
  expect(await refusal(fixture.save(person, ssid))).toBe('503 provider-away')
  await pauseAndResume()
  await fixture.saveAll(person, ssid)
  expect(await fixture.savedSongs(person)).toEqual([earlier, songID])
})

it('T4 a song that is paused while it is saved is saved once', async () => {
  await playSong(songIds[0] ?? '')
  provider.next('/playlists/*', async () => {
    await pauseAndResume()
    return { status: 201, json: { snapshot_id: 'one' } }
  })
  expect(await granted(fixture.save(person, ssid))).toMatchObject({ saved: 1, remaining: 0 })
  expect(await granted(fixture.save(person, ssid))).toMatchObject({ saved: 1, remaining: 0 })
  expect(provider.calls('/playlists/*')).toHaveLength(1)
})

it('T4 begins a new playlist if the person deleted it at the service', async () => {
  await granted(fixture.save(person, visit))
  provider.next('/playlists/*', bad.gone)
  await fixture.saveAll(person, visit)
  expect(await fixture.savedPlaylists(person)).toHaveLength(2)
  expect(await fixture.summary(person, visit)).toMatchObject({ playlist: { saved: 130 } })
})

it('T3 the playlist has the address of its page at the service', async () => {
  const { url } = await granted(fixture.save(person, visit))
  expect(url).toContain('/open/playlist/')
})
