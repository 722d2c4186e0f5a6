import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { databases } from '../../testing/databases.ts'
import { bad, type FaultyProvider, type Step, startFaultyProvider } from '../../testing/faulty-provider.ts'
import { type HistoryFixture, openHistoryFixture } from '../../testing/history-fixture.ts'
import { granted, link, type Person, refusal } from '../../testing/test-server.ts'

/** A call that the provider carries out, but whose answer cannot be read. */
const lostAnswer: Step = { edit: () => ({}) }

let provider: FaultyProvider
let fixture: HistoryFixture
let person: Person
let visit: string
let songIds: string[]
beforeAll(async () => {
  provider = await startFaultyProvider()
  fixture = await openHistoryFixture(databases[0], provider.settings, provider.apiBase)
})
beforeEach(async () => {
  const host = await fixture.addHost()
  person = host.person
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

it('T4 makes no second playlist if the answer of the service was lost', async () => {
  provider.next('/me/playlists', lostAnswer)
  expect(await refusal(fixture.save(person, visit))).toBe('503 provider-away')
  await fixture.saveAll(person, visit)
  expect(await fixture.savedSongs(person)).toEqual(songIds)
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
