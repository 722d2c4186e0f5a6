import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databases } from '../../testing/databases.ts'
import { type HistoryFixture, openHistoryFixture, PLAYLIST, START_MS } from '../../testing/history-fixture.ts'
import { granted, link, type Person, refusal } from '../../testing/test-server.ts'
import { deleteSavedBefore } from './saved-playlist-store.ts'

describe.each(databases)('saving what played on $name', (database) => {
  let fixture: HistoryFixture
  let person: Person
  let ssid: string
  let songIds: string[]
  beforeAll(async () => {
    fixture = await openHistoryFixture(database)
    const first = await fixture.server.signUp('first')
    const { data } = await granted(first.call('songs', { query: { query: 'a' } }))
    songIds = data.map(({ id }) => id)
  })
  beforeEach(async () => {
    ;({ person, ssid } = await fixture.addHost())
  })
  afterEach(() => fixture.server.endFaults())
  afterAll(() => fixture.server.close())

  const songs = (length: number) =>
    Array.from({ length }, (_, index) => songIds[index % songIds.length] ?? '')
  const addVisit = (ids: readonly string[], visitAt = START_MS, who = person) =>
    fixture.addVisit(who, ssid, ids, visitAt)
  const save = (visit: string) => fixture.save(person, visit)
  const saveAll = (visit: string) => fixture.saveAll(person, visit)
  const summary = (visit: string) => fixture.summary(person, visit)
  const savedPlaylists = () => fixture.savedPlaylists(person)
  const savedSongs = () => fixture.savedSongs(person)

  it('T3 saves a visit as a private playlist, the oldest song first and with repeats, 100 songs a call', async () => {
    await link(person, 'ann')
    const visit = await addVisit(songs(230))
    const steps = await saveAll(visit)
    expect(steps.map(({ saved, remaining }) => [saved, remaining])).toEqual([
      [100, 130],
      [200, 30],
      [230, 0],
    ])
    expect(await savedPlaylists()).toMatchObject([{ ...PLAYLIST, public: false }])
    expect(await savedSongs()).toEqual(songs(230))
    expect(await summary(visit)).toMatchObject({ songs: 230, playlist: { saved: 230, remaining: 0 } })
    const listed = await granted(person.call('providerPlaylists'))
    expect(listed.find(({ title }) => title === PLAYLIST.name)).toMatchObject({ total: 230 })
  })

  it('T3 the id of a session means all visits to it, and of nobody else', async () => {
    const other = await fixture.server.signUp('other')
    await link(person, 'ann')
    await addVisit(songs(2))
    await addVisit(songs(3), START_MS + 3_600_000)
    await addVisit(songs(5), START_MS, other)
    expect(await summary(ssid)).toMatchObject({ songs: 5, from: START_MS, to: START_MS + 3_720_000 })
    await granted(save(ssid))
    expect(await savedSongs()).toEqual([...songs(2), ...songs(3)])
    expect(await refusal(save(`${ssid}-1`))).toBe('404 not-found')
    expect(await refusal(save('nothing'))).toBe('404 not-found')
  })

  it('T4 two calls at once save each song once', async () => {
    await link(person, 'ann')
    const visit = await addVisit(songs(150))
    const answers = await Promise.all([save(visit), save(visit)].map(granted))
    expect(answers.map(({ saved }) => saved).sort((a, b) => a - b)).toEqual([100, 150])
    expect(await savedSongs()).toEqual(songs(150))
  })

  it('T4 saves two visits in two playlists, also if both have the same name', async () => {
    await link(person, 'ann')
    const visits = [await addVisit(songs(2)), await addVisit(songs(3), START_MS + 3_600_000)]
    // The playlist of the first visit is still empty, and that of the second one does not exist.
    for (const [index, path] of ['/playlists', '/me/playlists'].entries()) {
      await fixture.server.simulateFaults({ failNext: { path, status: 503, body: '', times: 1 } })
      expect(await refusal(save(visits[index] ?? ''))).toBe('503 provider-away')
    }
    for (const visit of visits.toReversed()) await saveAll(visit)
    expect(await savedPlaylists()).toHaveLength(2)
  })

  it('T4 begins a new playlist if the account was disconnected', async () => {
    await link(person, 'ann')
    const visit = await addVisit(songs(150))
    await granted(save(visit))
    const [account] = await granted(person.call('accounts'))
    await granted(person.call('deleteAccount', { params: { id: account?.id ?? '' } }))
    expect(await summary(visit)).toMatchObject({ playlist: null })
    expect(await refusal(save(visit))).toBe('409 not-linked')
    await link(person, 'ben')
    await saveAll(visit)
    expect(await savedSongs()).toEqual(songs(150))
  })

  it('T4 a song that was paused after it was saved is saved once', async () => {
    await link(person, 'ann')
    const [songID = ''] = songIds
    const params = { ssid }
    await granted(person.call('voteUp', { params, body: { songID, vote: 'up' } }))
    await granted(person.call('play', { params }))
    expect(await granted(save(ssid))).toMatchObject({ saved: 1, remaining: 0 })
    await granted(person.call('pause', { params, body: { paused: true } }))
    fixture.clock.ms += 30_000
    await granted(person.call('pause', { params, body: { paused: false } }))
    expect(await summary(ssid)).toMatchObject({ playlist: { saved: 1, remaining: 0 } })
    expect(await granted(save(ssid))).toMatchObject({ saved: 1, remaining: 0 })
    expect(await savedSongs()).toEqual([songID])
  })

  it('T2 the progress is deleted 30 days after it was last used', async () => {
    await link(person, 'ann')
    await granted(save(await addVisit(songs(2))))
    const rows = () =>
      fixture.server.db.selectFrom('saved_playlists').selectAll().where('user_id', '=', person.id).execute()
    expect(await rows()).toHaveLength(1)
    await deleteSavedBefore(fixture.server.db, fixture.clock.ms)
    expect(await rows()).toHaveLength(1)
    await deleteSavedBefore(fixture.server.db, fixture.clock.ms + 1)
    expect(await rows()).toEqual([])
  })
})
