import { type SessionAnswer, setupManager, type SharedSession } from '@jointly/contract'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { LiveFollower } from '../testing/live-follower.ts'
import {
  type TestUser,
  granted,
  type SessionFixture,
  openSessionFixture,
  openSession,
} from '../testing/session-fixture.ts'

const SONGS = ['a', 'b', 'c', 'd']
/** The number of listeners, four times the size of a small session. The benchmark `live` uses a thousand. */
const CROWD = 200
/** The timeout is long, because on a busy machine it takes long until all clients are connected again. */
const CROWD_TIMEOUT_MS = 300_000

let fixture: SessionFixture
const followers: LiveFollower[] = []

beforeAll(async () => {
  fixture = await openSessionFixture()
  await fixture.addSongs([...SONGS, 'last'])
})
afterEach(() => void vi.useRealTimers())
afterAll(async () => {
  for (const follower of followers) follower.drop()
  await fixture.close()
})

function follow(guest: TestUser, ssid: string): LiveFollower {
  const follower = new LiveFollower(guest.token, ssid)
  followers.push(follower)
  return follower
}

const guests = (count: number) =>
  Promise.all(Array.from({ length: count }, (_, index) => fixture.addUser(`guest${index}`)))

const vote = (guest: TestUser, ssid: string, songID: string, vote: 'up' | 'down' | 'none') =>
  granted(guest.call('voteUp', { params: { ssid }, body: { songID, vote } }))

/** Returns the state that a client has received, in the shape of the HTTP answer. */
const known = ({ shared, you }: LiveFollower) => ({
  ...shared,
  setup: { ...shared?.setup, manager: you && setupManager(you.role) },
  you,
})

function expectSame(follower: LiveFollower, answer: SessionAnswer): void {
  const timeless = { nowPlaying: { ...answer.nowPlaying, nowTime: expect.any(Number) } }
  expect(known(follower)).toEqual({ ...answer, ...timeless })
}

/** Generates a random step of the test: an action of one listener in the session. `who` selects the listener. */
const step = fc.oneof(
  fc.record({
    kind: fc.constant('vote' as const),
    who: fc.nat(),
    song: fc.constantFrom(...SONGS),
    vote: fc.constantFrom('up' as const, 'down' as const, 'none' as const),
  }),
  fc.record({
    kind: fc.constantFrom('lose' as const, 'connect' as const, 'stop reading' as const, 'read on' as const),
    who: fc.nat(),
  }),
  fc.record({ kind: fc.constantFrom('play' as const, 'star' as const, 'come' as const), who: fc.nat() }),
)

describe('following a session over slow and broken connections', () => {
  it('D2 after any sequence of events, each client has the state that the HTTP call answers', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        const people = await guests(4)
        const [owner] = people
        if (!owner) throw new Error('nobody')
        const ssid = await openSession(owner)
        const listening = people.map((guest) => ({ guest, follower: follow(guest, ssid) }))
        for (const { follower } of listening) await follower.connect(fixture.origin)
        for (const action of steps) {
          const { guest, follower } = listening[action.who % listening.length] ?? {}
          if (!guest || !follower) throw new Error('nobody')
          if (action.kind === 'vote') await vote(guest, ssid, action.song, action.vote)
          if (action.kind === 'lose') follower.drop()
          if (action.kind === 'connect' && !follower.isConnected) await follower.connect(fixture.origin)
          if (action.kind === 'stop reading') follower.stopReading()
          if (action.kind === 'read on') follower.resumeReading()
          if (action.kind === 'play') await granted(guest.call('play', { params: { ssid } }))
          if (action.kind === 'star') await granted(guest.call('favorite', { params: { ssid } }))
          if (action.kind === 'come')
            await granted((await fixture.addUser('late')).call('session', { params: { ssid } }))
        }
        for (const { follower } of listening) {
          follower.resumeReading()
          if (!follower.isConnected) await follower.connect(fixture.origin)
        }
        for (const { guest } of listening) await vote(guest, ssid, 'last', 'up')
        for (const { guest, follower } of listening) {
          const answer = await granted(guest.call('session', { params: { ssid } }))
          await follower.until(
            () =>
              follower.shared?.votes.find(({ song }) => song.id === 'last')?.score === listening.length &&
              follower.you?.votes.last === 'up' &&
              follower.shared.activeCount === answer.activeCount,
          )
          expectSame(follower, answer)
        }
        for (const { follower } of listening) follower.drop()
      }),
      { numRuns: 12 },
    )
  })

  it('S4 D2 in a large session, clients get the same people as the HTTP call answers', async () => {
    const people = await guests(90)
    const [owner, ...others] = people
    if (!owner) throw new Error('nobody')
    const ssid = await openSession(owner)
    await vote(owner, ssid, 'a', 'up')
    const watching = follow(owner, ssid)
    await watching.connect(fixture.origin)
    const crowd = others.map((guest) => follow(guest, ssid))
    await Promise.all(crowd.map((follower) => follower.connect(fixture.origin)))
    const countIs = (count: number) => () => watching.shared?.activeCount === count
    await watching.until(countIs(90))
    expectSame(watching, await granted(owner.call('session', { params: { ssid } })))
    for (const follower of crowd.slice(0, 30)) follower.leave()
    await watching.until(countIs(60))
    const answer = await granted(owner.call('session', { params: { ssid } }))
    expect([answer.active.length, answer.votes[0]?.why.bound]).toEqual([50, 120])
    expectSame(watching, answer)
  })

  it('D2 many clients that lose their server at once get the newest state from another server', {
    timeout: CROWD_TIMEOUT_MS,
  }, async () => {
    // The fake clock moves by a small step in each turn of the event loop. With the real clock, a slow machine would
    // send more pushes in the same test, and become even slower.
    const beginMs = performance.now()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    // The fake clock begins at 0. It must continue at the real time, because earlier code has stored real times.
    vi.advanceTimersByTime(beginMs)
    const people = await guests(CROWD)
    const [owner] = people
    if (!owner) throw new Error('nobody')
    const ssid = await openSession(owner)
    const crowd = people.map((guest) => follow(guest, ssid))
    const inSteps = (holds: () => boolean) => vi.waitUntil(holds, { timeout: CROWD_TIMEOUT_MS, interval: 2 })
    const everyone = (knows: (state: SharedSession) => boolean) =>
      inSteps(() => crowd.every(({ shared }) => shared !== null && knows(shared)))
    const connectAll = async (origin: string) => {
      let connected = 0
      for (const follower of crowd) void follower.connect(origin).then(() => (connected += 1))
      await inSteps(() => connected === crowd.length)
    }
    await connectAll(fixture.origin)
    await everyone(({ activeCount }) => activeCount === CROWD)
    await vote(owner, ssid, 'a', 'up')
    await everyone(({ votes }) => votes.length === 1)

    const { origin, callAs } = await fixture.startSecondServer()
    for (const follower of crowd) follower.drop()
    await vote(owner, ssid, 'b', 'up')
    await connectAll(origin)
    await everyone(({ activeCount, votes }) => activeCount === CROWD && votes.length === 2)
    const { you, ...shared } = await granted(callAs(owner)('session', { params: { ssid } }))
    for (const follower of crowd) {
      expect(follower.shared?.votes).toEqual(shared.votes)
      expect(follower.shared?.active).toEqual(shared.active)
    }
    expect(crowd[0]?.you).toEqual(you)
    const messageCount = crowd.reduce((sum, follower) => sum + follower.messageCount, 0)
    // If the server sent a message to everyone for each client that connects, there would be 200 × 200 messages.
    expect(messageCount).toBeLessThan(CROWD * 20)
    for (const follower of crowd) follower.drop()
  })
})
