import type { Client } from '@jointly/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { beginTransaction, untilBlocked } from '../../testing/barriers.ts'
import { databases } from '../../testing/databases.ts'
import {
  granted,
  type TestUser,
  type SessionFixture,
  openSessionFixture,
  openSession,
} from '../../testing/session-fixture.ts'
import { createSessionContext } from '../context.ts'
import { Presence } from '../presence/presence.ts'
import { advancePlayback } from './advance.ts'
import type { Playback } from './store.ts'

const LENGTH_MS = 180_000

describe.each(databases)('moves at the same moment, on $name', (factory) => {
  let fixture: SessionFixture
  let ann: TestUser
  let ben: TestUser
  beforeAll(async () => {
    fixture = await openSessionFixture(factory)
    ann = await fixture.addUser('ann')
    ben = await fixture.addUser('ben')
    await fixture.addSongs(['a', 'b'], LENGTH_MS)
  })
  afterAll(() => fixture.close())

  /** Opens a session with the songs `a` and `b`, for which Ann voted. `a` is the first of the list. */
  async function openVoted() {
    const ssid = await openSession(ann, ben)
    for (const songID of ['a', 'b']) {
      fixture.clock.ms += 1
      await granted(ann.call('voteUp', { params: { ssid }, body: { songID, vote: 'up' } }))
    }
    const presence = new Presence({ now: () => fixture.clock.ms, onChange: () => undefined })
    presence.poll(ssid, ann.id)
    const context = createSessionContext(
      {
        ...{ db: fixture.db, bus: fixture.bus, now: () => fixture.clock.ms, random: () => 0 },
        ...{ logSecurity: () => undefined, logFault: () => undefined },
      },
      () => presence,
    )
    return { ssid, advance: () => advancePlayback(context, ssid, 'play') }
  }

  /** Starts a choice of a song. A transaction has locked the votes, so the choice waits until `proceed` is called. */
  async function beginChoice(ssid: string, advance: () => Promise<Playback>) {
    const held = await beginTransaction(fixture.db, (trx) =>
      trx.selectFrom('votes').select('song_id').where('session_id', '=', ssid).forUpdate().execute(),
    )
    const choice = advance()
    await untilBlocked(factory, fixture.db, choice)
    return { choice, proceed: held.commit }
  }

  it('P4 a call that waits for another choice gets that song, and chooses and publishes none', async () => {
    const { ssid, advance } = await openVoted()
    let published = 0
    const stop = fixture.bus.subscribe((event) => {
      if (event.type === 'session' && event.ssid === ssid) published += 1
    })
    const { choice, proceed } = await beginChoice(ssid, advance)
    const second = advance()
    await untilBlocked(factory, fixture.db, second, 2)
    await proceed()
    const changed = await Promise.all([choice, second])
    stop()
    expect(changed.map(({ version, turn, playing }) => [version, turn, playing?.songId])).toEqual([
      [1, 1, 'a'],
      [1, 1, 'a'],
    ])
    expect(published).toBe(1)
  })

  it('V7 a vote waits while its song is chosen, and then puts the song on the list again', async () => {
    const { ssid, advance } = await openVoted()
    const { choice, proceed } = await beginChoice(ssid, advance)
    const voting = granted(ben.call('voteUp', { params: { ssid }, body: { songID: 'a', vote: 'up' } }))
    await untilBlocked(factory, fixture.db, voting, 2)
    await proceed()
    await Promise.all([choice, voting])
    const { votes } = await granted(ben.call('session', { params: { ssid } }))
    expect(votes.map(({ song, upvotes }) => [song.id, upvotes])).toEqual([
      ['a', 1],
      ['b', 1],
    ])
  })

  const play = (ssid: string, call: Client) => granted(call('play', { params: { ssid } }))

  it('P4 with many calls at once, exactly one song is chosen', async () => {
    const { ssid } = await openVoted()
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => play(ssid, index % 2 ? ann.call : ben.call)),
    )
    expect(new Set(answers.map(({ song }) => song?.id))).toEqual(new Set(['a']))
    const { votes } = await granted(ann.call('session', { params: { ssid } }))
    expect(votes.map(({ song }) => song.id)).toEqual(['b'])
  })

  it('P4 calls on two servers at once choose one song together', async () => {
    const { ssid } = await openVoted()
    const { callAs } = await fixture.startSecondServer()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => play(ssid, index % 2 ? ann.call : callAs(ben))),
    )
    expect(new Set(answers.map(({ song }) => song?.id))).toEqual(new Set(['a']))
  })

  it('P5 a due session is moved by one of its servers', async () => {
    const { ssid } = await openVoted()
    const secondServer = await fixture.startSecondServer()
    await play(ssid, ann.call)
    fixture.clock.ms += LENGTH_MS - 20_000
    await play(ssid, ann.call)
    await play(ssid, secondServer.callAs(ben))
    fixture.clock.ms += 15_000
    await Promise.all([fixture.runJobs(), secondServer.runJobs(), fixture.runJobs()])
    const plays = await fixture.db.selectFrom('plays').selectAll().where('session_id', '=', ssid).execute()
    expect(plays.map(({ song_id }) => song_id)).toEqual(['a', 'b'])
    expect((await granted(ann.call('session', { params: { ssid } }))).next?.song.id).toBe('b')
  })
})
