import { randomUUID } from 'node:crypto'
import { REACTIONS } from '@jointly/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type LiveClient, listenLive } from '../testing/live-client.ts'
import { saveOver } from '../testing/managed-session.ts'
import {
  granted,
  openSession,
  openSessionFixture,
  type SessionFixture,
  type TestUser,
} from '../testing/session-fixture.ts'

/** A reaction must reach everyone within this time, in milliseconds (C1). */
const LONGEST_MS = 200
/** The maximum number of tries. One fast try is enough, because a busy machine can make the others slow. */
const TRIES = 10

describe('chat and reactions over live connections', () => {
  let fixture: SessionFixture
  let second: Awaited<ReturnType<SessionFixture['startSecondServer']>>
  let ann: TestUser
  let ben: TestUser
  let ssid: string

  beforeAll(async () => {
    fixture = await openSessionFixture()
    second = await fixture.startSecondServer()
  })
  afterAll(() => fixture.close())
  beforeEach(async () => {
    ;[ann, ben] = [await fixture.addUser('ann'), await fixture.addUser('ben')]
    ssid = await openSession(ann, ben)
  })

  const listen = (user: TestUser, origin = fixture.origin) => listenLive(origin, user.token, ssid)
  const write = (user: TestUser, text: string) =>
    granted(user.call('addChatLine', { params: { ssid }, body: { text, key: randomUUID() } }))
  const react = (live: LiveClient, emoji: number, session = ssid) =>
    live.say({ type: 'react', ssid: session, emoji })
  /** Waits until the server has handled everything that the client sent before. */
  const awaitHandled = async (live: LiveClient) => {
    live.say({ type: 'clock', sentMs: 1 })
    await live.next('clock')
  }
  /** Waits until a client has got `total` reactions. @returns the sum for each emoji, and the number of messages */
  async function collect(live: LiveClient, total: number) {
    let sums: number[] = REACTIONS.map(() => 0)
    let messages = 0
    while (sums.reduce((sum, count) => sum + count) < total) {
      const { counts } = await live.next('reactions')
      messages += 1
      sums = sums.map((sum, index) => sum + (counts[index] ?? 0))
    }
    return { sums, messages }
  }

  describe('reactions', () => {
    it('C1 a reaction reaches everyone in the session, on every server, and nobody else', async () => {
      const [atAnn, atBen] = [await listen(ann), await listen(ben, second.origin)]
      const dan = await fixture.addUser('dan')
      const elsewhere = await openSession(dan)
      const atDan = await listenLive(fixture.origin, dan.token, elsewhere)
      let shortestMs = Infinity
      for (let tries = 0; tries < TRIES && shortestMs >= LONGEST_MS; tries += 1) {
        const sentAt = performance.now()
        react(atAnn, 2)
        expect((await atBen.next('reactions')).counts).toEqual([0, 0, 1, 0, 0, 0])
        shortestMs = Math.min(shortestMs, performance.now() - sentAt)
        expect((await atAnn.next('reactions')).counts).toEqual([0, 0, 1, 0, 0, 0])
        // After each second, a person may send four more reactions, so no try reaches the limit (C3).
        fixture.clock.ms += 1_000
      }
      expect(shortestMs).toBeLessThan(LONGEST_MS)
      // Dan has not opened this session, so his reaction is dropped.
      react(atDan, 1)
      await awaitHandled(atDan)
      react(atAnn, 3)
      expect((await atBen.next('reactions')).counts).toEqual([0, 0, 0, 1, 0, 0])
      await awaitHandled(atDan)
      expect(atDan.hasReceived('reactions')).toBe(false)
    })

    it('C1 unknown reactions close the connection, as every message that is not understood', async () => {
      for (const emoji of [REACTIONS.length, -1, 1.5, '🔥']) {
        const live = await listen(ann)
        live.say({ type: 'react', ssid, emoji })
        expect(await live.closed).toBe(4400)
      }
    })

    it('C3 a flood from one person, over all their tabs, counts as ten', async () => {
      const atBen = await listen(ben)
      const tabs = [await listen(ann), await listen(ann)]
      for (let tap = 0; tap < 100; tap += 1) for (const tab of tabs) react(tab, 0)
      for (const tab of tabs) await awaitHandled(tab)
      react(atBen, 5)
      expect((await collect(atBen, 11)).sums).toEqual([10, 0, 0, 0, 0, 1])
      // Only the test moves this clock. After one second, Ann may send four more reactions (C3).
      fixture.clock.ms += 1_000
      for (let tap = 0; tap < 10; tap += 1) for (const tab of tabs) react(tab, 1)
      for (const tab of tabs) await awaitHandled(tab)
      react(atBen, 5)
      expect((await collect(atBen, 5)).sums).toEqual([0, 4, 0, 0, 0, 1])
    })

    it('C1 C3 a flood from a hundred people is joined into few small messages', async () => {
      const crowd = await Promise.all(Array.from({ length: 100 }, (_, index) => fixture.addUser(`p${index}`)))
      const tabs = await Promise.all(
        crowd.map((user, index) => listen(user, index % 2 ? second.origin : undefined)),
      )
      const atBen = await listen(ben)
      const sentAt = performance.now()
      for (let tap = 0; tap < 20; tap += 1) for (const tab of tabs) react(tab, tap % 2)
      const { sums, messages } = await collect(atBen, 1_000)
      expect(sums).toEqual([500, 500, 0, 0, 0, 0])
      // Ben gets at most one message every 80 ms. The first and the last one may come in addition.
      expect(messages).toBeLessThanOrEqual((performance.now() - sentAt) / 80 + 2)
      expect(JSON.stringify({ type: 'reactions', ssid, counts: sums }).length).toBeLessThan(110)
    })
  })

  describe('chat', () => {
    it('C6 new and deleted lines are sent to everyone in the session, on every server', async () => {
      const [atAnn, atBen] = [await listen(ann), await listen(ben, second.origin)]
      const line = await write(ann, 'Hello')
      for (const live of [atAnn, atBen])
        expect(await live.next('chat')).toEqual({ type: 'chat', ssid, lines: [line] })
      await granted(ann.call('deleteChatLine', { params: { ssid, id: String(line.id) } }))
      for (const live of [atAnn, atBen])
        expect(await live.next('chat')).toEqual({ type: 'chat', ssid, deleted: [line.id] })
    })

    it('C6 clients learn when changes may be missing', async () => {
      const atAnn = await listen(ann)
      fixture.bus.publishLocally({ type: 'missed' })
      expect(await atAnn.next('chat')).toEqual({ type: 'chat', ssid, stale: true })
    })

    it('C8 a muted person learns it at once, on every connection', async () => {
      const tabs = [await listen(ben), await listen(ben, second.origin)]
      for (const muted of [true, false]) {
        await granted(ann.call('mute', { params: { ssid }, body: { userID: ben.id, muted } }))
        for (const tab of tabs) expect(await tab.next('muted')).toEqual({ type: 'muted', ssid, muted })
      }
    })

    it('C9 lines of a banned person disappear for everyone at once, and come back', async () => {
      await granted(ann.call('upgrade', { params: { ssid }, body: { plan: 'infinite' } }))
      const [atAnn] = [await listen(ann), await listen(ben)]
      await granted(saveOver(ann, ssid, { banned: [{ user_id: ben.id }] }))
      expect(await atAnn.next('chat')).toEqual({ type: 'chat', ssid, hidden: ben.id })
      await granted(saveOver(ann, ssid, { banned: [] }))
      expect(await atAnn.next('chat')).toEqual({ type: 'chat', ssid, stale: true })
    })
  })
})
