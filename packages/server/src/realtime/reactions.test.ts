import { ReactionCounts } from '@jointly/contract'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { createMemoryRateLimiter } from '../platform/http/rate-limit.ts'
import { openHub } from '../testing/open-hub.ts'
import { slowReader } from '../testing/slow-reader.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Opens a session for people whose clients read every message at once. */
async function openRoom(names: readonly string[], limiter = createMemoryRateLimiter()) {
  const { hub } = openHub({}, undefined, limiter)
  const people = names.map((userId) => slowReader({ isSlow: false, userId }))
  for (const { connection, received } of people) {
    hub.add(connection)
    await hub.open(connection, 's')
    received.length = 0
  }
  // The first use of the limiter loads its library, so that the reactions in the tests are not delayed.
  await limiter.peek([{ name: 'loads', attempts: 1, windowMs: 1_000 }, 'nobody'])
  return {
    people,
    hub,
    react(person: number, emoji: number) {
      const { connection } = people[person] ?? {}
      if (connection) hub.react(connection, 's', emoji)
    },
  }
}

const message = (...counts: number[]) => ({ type: 'reactions', ssid: 's', counts })

it('C1 a reaction is sent at once, and the reactions of several people within 80 ms are one message', async () => {
  const { people, react, hub } = await openRoom(['ann', 'ben', 'cleo'])
  react(0, 0)
  await vi.advanceTimersByTimeAsync(1)
  for (const { received } of people) expect(received).toEqual([message(1, 0, 0, 0, 0, 0)])
  for (const person of [0, 1, 2, 1, 2]) {
    react(person, person)
    await vi.advanceTimersByTimeAsync(10)
  }
  for (const { received } of people) expect(received).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(80)
  for (const { received } of people) expect(received.slice(1)).toEqual([message(1, 2, 2, 0, 0, 0)])
  hub.stop()
})

it('C3 over several servers one person has fifty reactions in ten seconds, and others have their own', async () => {
  const limiter = createMemoryRateLimiter()
  const servers = []
  for (let count = 0; count < 8; count += 1) servers.push(await openRoom(['ann', 'ben'], limiter))
  for (const { react } of servers) for (let tap = 0; tap < 20; tap += 1) react(0, 0)
  servers[0]?.react(1, 1)
  await vi.advanceTimersByTimeAsync(200)
  const received = servers.flatMap(({ people }) => people[1]?.received ?? [])
  const counts = z.array(z.object({ counts: ReactionCounts })).parse(received)
  const sumOf = (emoji: number) => counts.reduce((sum, each) => sum + (each.counts[emoji] ?? 0), 0)
  expect([sumOf(0), sumOf(1)]).toEqual([50, 1])
  for (const { hub } of servers) hub.stop()
})
