import { afterEach, expect, it, vi } from 'vitest'
import type { LiveEvent } from '../platform/event-bus.ts'
import { refuse } from '../platform/refusal.ts'
import { emptySession } from '../testing/empty-session.ts'
import { slowReader } from '../testing/slow-reader.ts'
import { openHub } from '../testing/open-hub.ts'
import { mostInOneTurn } from '../testing/thread-time.ts'

it('S5 a user who is banned while they enter gets only “gone”', async () => {
  const { connection: ann, received } = slowReader({ isSlow: false })
  const left: string[] = []
  const { hub } = openHub({
    disconnect: (_ssid, userId) => void left.push(userId),
    personalView: async () => refuse('banned'),
  })
  hub.add(ann)
  await hub.open(ann, 's')
  expect(received).toEqual([{ type: 'gone', ssid: 's', reason: 'banned' }])
  expect(new Set(left)).toEqual(new Set(['ann']))
  hub.stop()
})

afterEach(() => {
  vi.useRealTimers()
})

it.each([
  ['S5 a user who was removed from a session', { type: 'missed' }],
  ['D2 a user whose personal view changed', { type: 'you', ssid: 's', userId: 'ann' }],
] as const)('%s gets a message as soon as the database is back', async (_who, event) => {
  vi.useFakeTimers()
  let isAway = false
  const failures: unknown[] = []
  const { bus, hub } = openHub(
    {
      async personalView() {
        if (isAway) throw new Error('away')
        return failures.length > 0
          ? refuse('banned')
          : { role: 'guest', votes: {}, skip: false, favorite: false, added: 0 }
      },
    },
    (error) => failures.push(error),
  )
  const { connection: ann, received } = slowReader({ isSlow: false })
  hub.add(ann)
  await hub.open(ann, 's')
  received.length = 0
  isAway = true
  bus.publishLocally(event)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(received).not.toContainEqual({ type: 'gone', ssid: 's', reason: 'banned' })
  isAway = false
  await vi.advanceTimersByTimeAsync(1_000)
  expect(received).toContainEqual({ type: 'gone', ssid: 's', reason: 'banned' })
  hub.stop()
})

it.each<[string, LiveEvent]>([
  ['S6 the end of the session', { type: 'gone', ssid: 's', userId: null, reason: 'deleted' }],
  [
    'Y5 the question to take part in a calibration',
    {
      ...{ type: 'calibration', ssid: 's', calibration: 'a-calibration', userId: 'ann', askedAtMs: 0 },
      ...{ isForAll: true, news: { do: 'asked', by: 'ann', isOwn: false } },
    },
  ],
])('O6 %s is sent to 200 of 5,000 clients in each turn of the event loop', async (_what, event) => {
  const { bus, hub } = openHub()
  const readers = Array.from({ length: 5_000 }, (_, index) =>
    slowReader({ isSlow: index === 0, userId: `person ${index}` }),
  )
  for (const { connection } of readers) {
    hub.add(connection)
    await hub.open(connection, 's')
  }
  const [slow] = readers
  const reachedCount = () => readers.filter(({ received, waiting }) => received.length + waiting() > 1).length
  bus.publishLocally(event)
  expect(await mostInOneTurn(reachedCount, readers.length)).toBe(200)
  // A client that reads slowly gets the message, too.
  slow?.take()
  for (const { received } of readers) expect(received.at(-1)).toMatchObject({ type: event.type, ssid: 's' })
  hub.stop()
})

it('S4 only the newest twenty connections of a user stay, even if all open at once and close slowly', () => {
  const { hub } = openHub({})
  const readers = Array.from({ length: 25 }, () => slowReader())
  for (const { connection } of readers) hub.add(connection)
  expect(readers.map(({ state }) => state.isClosed)).toEqual(readers.map((_, index) => index < 5))
  hub.stop()
})

it('S4 a user who opens a session several times on one connection enters it once', async () => {
  const entered: string[] = []
  const { hub } = openHub({
    async connect(ssid) {
      entered.push(ssid)
      return { ssid }
    },
  })
  const { connection, received } = slowReader({ isSlow: false })
  hub.add(connection)
  for (let times = 0; times < 3; times += 1) await hub.open(connection, 's')
  expect(entered).toEqual(['s'])
  expect(received).toMatchObject([{ type: 'you' }, { type: 'you' }, { type: 'you' }])
  hub.stop()
})

it('Y6 a client that leaves while its calibration is checked begins none', async () => {
  let check = (): void => undefined
  const { hub } = openHub({
    personalView: () =>
      new Promise((resolve) => {
        check = () => resolve({ role: 'owner', votes: {}, skip: false, favorite: false, added: 0 })
        if (!isAsked) check()
      }),
  })
  let isAsked = false
  const [ann, ben] = [slowReader({ isSlow: false }), slowReader({ isSlow: false, userId: 'ben' })]
  for (const { connection } of [ann, ben]) {
    hub.add(connection)
    await hub.open(connection, 's')
  }
  ben.received.length = 0
  isAsked = true
  const ask = { type: 'calibrate', ssid: 's', calibration: 'a-calibration', act: { do: 'ask' } } as const
  const asking = hub.calibrate(ann.connection, ask)
  hub.remove(ann.connection)
  check()
  await asking
  expect(ben.received).toEqual([])
  hub.stop()
})

it.each([
  [50, 21],
  [1_000, 11],
  [4_000, 4],
  [10_000, 2],
])(
  'D2 in a session of %d people, a thousand arrivals in one second are sent as %d messages',
  async (size, messages) => {
    vi.useFakeTimers()
    let arrivals = 0
    const { bus, hub } = openHub({
      activeCount: () => size,
      state: async () => {
        const message = Buffer.from(JSON.stringify({ arrivals }))
        return {
          tag: String(arrivals),
          shared: emptySession,
          message: () => message,
          peopleSince: () => message,
        }
      },
    })
    const { connection, received } = slowReader({ isSlow: false })
    hub.add(connection)
    await hub.open(connection, 's')
    received.length = 0
    while (arrivals < 1_000) {
      arrivals += 1
      bus.publishLocally({ type: 'people', ssid: 's', isOurs: true })
      await vi.advanceTimersByTimeAsync(1)
    }
    await vi.advanceTimersByTimeAsync(1_000)
    expect(received).toHaveLength(messages)
    expect(received.at(-1)).toEqual({ arrivals })
    hub.stop()
  },
)
