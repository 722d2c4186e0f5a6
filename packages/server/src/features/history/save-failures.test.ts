import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databases } from '../../testing/databases.ts'
import { type HistoryFixture, openHistoryFixture, START_MS } from '../../testing/history-fixture.ts'
import { consent, granted, link, type Person, refusal } from '../../testing/test-server.ts'

describe('saving what played', () => {
  let fixture: HistoryFixture
  let person: Person
  let ssid: string
  let songIds: string[]
  beforeAll(async () => {
    fixture = await openHistoryFixture(databases[0])
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

  it('T3 leaves out songs of other services, and counts them', async () => {
    const other = { artists: '[]', cover: null, duration_ms: 1, src: 'x', link: null, explicit: 0 }
    await fixture.server.db
      .insertInto('songs')
      .values({
        ...other,
        id: 'elsewhere',
        title: 'Elsewhere',
        service: 'radio',
        fetched_at: fixture.clock.ms,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await link(person, 'ann')
    const [first = '', second = ''] = songIds
    const visit = await addVisit([first, 'elsewhere', second])
    expect(await summary(visit)).toMatchObject({
      title: 'Summer party',
      songs: 3,
      playable: 2,
      playlist: null,
    })
    expect(await granted(save(visit))).toMatchObject({ saved: 2, remaining: 0, skipped: 1 })
    expect(await savedSongs()).toEqual([first, second])
  })

  it('T3 needs a linked account, and a guest with one saves too', async () => {
    expect(await refusal(save(await addVisit(songs(1))))).toBe('409 not-linked')
    person = await fixture.server.joinAsGuest('Robin', ssid)
    const visit = await addVisit(songs(2), START_MS, person)
    expect(await granted(save(visit))).toMatchObject({ saved: 2, remaining: 0 })
  })

  it('T4 a later save adds what played since to the same playlist', async () => {
    await link(person, 'ann')
    await addVisit(songs(2))
    await granted(save(ssid))
    expect(await granted(save(ssid))).toMatchObject({ saved: 2, remaining: 0 })
    await addVisit(songs(1), START_MS + 3_600_000)
    expect(await granted(save(ssid))).toMatchObject({ saved: 3 })
    expect(await savedSongs()).toEqual([...songs(2), ...songs(1)])
  })

  it('T4 continues with the same playlist after a failure', async () => {
    await link(person, 'ann')
    const visit = await addVisit(songs(150))
    for (const [path, code] of [
      ['/me/playlists', '503 provider-away'],
      ['/playlists', '503 provider-away'],
    ] as const) {
      await fixture.server.simulateFaults({ failNext: { path, status: 503, body: '', times: 1 } })
      expect(await refusal(save(visit))).toBe(code)
    }
    await granted(save(visit))
    await fixture.server.simulateFaults({ failNext: { path: '/playlists', status: 500, body: '', times: 1 } })
    expect(await refusal(save(visit))).toBe('503 provider-away')
    expect(await summary(visit)).toMatchObject({ playlist: { saved: 100, remaining: 50 } })
    expect(await granted(save(visit))).toMatchObject({ saved: 150, remaining: 0 })
    expect(await savedSongs()).toEqual(songs(150))
  })

  it('T4 continues with the same playlist after the access ended and the account was connected again', async () => {
    await link(person, 'ann')
    const visit = await addVisit(songs(150))
    await granted(save(visit))
    const account = fixture.server.db.updateTable('accounts').where('user_id', '=', person.id)
    await account.set({ status: 'reconnect', grant_doubted_at: fixture.clock.ms }).execute()
    expect(await refusal(save(visit))).toBe('409 reconnect')
    expect(await summary(visit)).toMatchObject({ playlist: { saved: 100, remaining: 50 } })
    await account.set({ status: 'ok', grant_doubted_at: null }).execute()
    expect(await granted(save(visit))).toMatchObject({ saved: 150, remaining: 0 })
    expect(await savedSongs()).toEqual(songs(150))
  })

  it('T5 an account that was linked without the permission must be connected again', async () => {
    const { url } = await granted(person.call('connectAccount', { body: { service: 'spotify' } }))
    const fewer = url.replace(/playlist-modify-(private|public)/g, '')
    await granted(person.call('accountCallback', { body: await consent(fewer, 'ann') }))
    const visit = await addVisit(songs(2))
    expect(await save(visit)).toMatchObject({
      ok: false,
      status: 409,
      error: { code: 'reconnect', reason: 'permission' },
    })
    await link(person, 'ann')
    expect(await granted(save(visit))).toMatchObject({ saved: 2, remaining: 0 })
    expect(await savedSongs()).toEqual(songs(2))
  })

  it('T5 a limit says when to try again, and a full account what to do', async () => {
    await link(person, 'ann')
    const visit = await addVisit(songs(2))
    const body = JSON.stringify({ error: { status: 403, message: 'Playlist limit reached' } })
    await fixture.server.simulateFaults({ failNext: { path: '/me/playlists', status: 403, body, times: 1 } })
    expect(await save(visit)).toMatchObject({ status: 409, error: { reason: 'full' } })
    const failNext = { path: '/me/playlists', status: 429, body: '', times: 1, retryAfterSec: 7 }
    await fixture.server.simulateFaults({ failNext })
    expect(await save(visit)).toMatchObject({ status: 503, retryAfterSec: 7, error: { reason: 'rate' } })
    fixture.clock.ms += 8_000
    expect(await granted(save(visit))).toMatchObject({ saved: 2 })
    expect(await savedPlaylists()).toHaveLength(1)
  })

  it('T5 a song that the service does not accept is left out and counted, and the others are saved', async () => {
    await link(person, 'ann')
    await fixture.server.db
      .insertInto('songs')
      .columns([
        'id',
        'title',
        'artists',
        'cover',
        'duration_ms',
        'service',
        'src',
        'link',
        'explicit',
        'fetched_at',
      ])
      .expression((query) =>
        query
          .selectFrom('songs')
          .select((row) => [
            row.val('withdrawn').as('id'),
            'title',
            'artists',
            'cover',
            'duration_ms',
            'service',
          ])
          .select((row) => [row.val('spotify:track:withdrawn').as('src'), 'link', 'explicit', 'fetched_at'])
          .where('id', '=', songIds[0] ?? ''),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const all = songs(60)
    const visit = await addVisit(all.toSpliced(17, 0, 'withdrawn'))
    expect((await saveAll(visit)).at(-1)).toMatchObject({ saved: 60, remaining: 0, skipped: 1 })
    expect(await savedSongs()).toEqual(all)
  })
})
