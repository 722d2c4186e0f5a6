import { afterEach, expect, it, vi } from 'vitest'
import { refuse } from '../platform/refusal.ts'
import { emptySession } from '../testing/empty-session.ts'
import { slowReader } from '../testing/slow-reader.ts'
import { createLocalBus } from '../platform/event-bus.ts'
import type { LiveSessions } from '../session/session.ts'
import { createHub } from './hub.ts'

/** A hub on which everyone is let in. */
function openHub(fakes: Partial<LiveSessions>, onError = fail) {
  const everyoneIn: LiveSessions = {
    connect: async (ssid) => ({ ssid }),
    disconnect: () => undefined,
    state: async () => null,
    activeCount: () => 1,
    personalView: async () => ({ role: 'guest', votes: {}, skip: false, favorite: false }),
  }
  const bus = createLocalBus()
  return { bus, ...createHub({ ...everyoneIn, ...fakes }, bus, onError) }
}

function fail(error: unknown): void {
  throw error
}

it('S5 who is banned while they come in over a live connection is told that alone', async () => {
  const { connection: ann, heard } = slowReader({ isSlow: false })
  const left: string[] = []
  const hub = openHub({
    disconnect: (_ssid, userId) => void left.push(userId),
    personalView: async () => refuse('banned'),
  })
  hub.add(ann)
  await hub.open(ann, 's')
  expect(heard).toEqual([{ type: 'gone', ssid: 's', reason: 'banned' }])
  expect(new Set(left)).toEqual(new Set(['ann']))
  hub.stop()
})

afterEach(() => {
  vi.useRealTimers()
})

it.each([
  ['S5 who may not be there any more', { type: 'missed' }],
  ['D2 whose own part changed', { type: 'you', ssid: 's', userId: 'ann' }],
] as const)('%s is told so as soon as it can be looked up again', async (_who, event) => {
  vi.useFakeTimers()
  let isAway = false
  const failures: unknown[] = []
  const hub = openHub(
    {
      async personalView() {
        if (isAway) throw new Error('away')
        return failures.length > 0
          ? refuse('banned')
          : { role: 'guest', votes: {}, skip: false, favorite: false }
      },
    },
    (error) => failures.push(error),
  )
  const { connection: ann, heard } = slowReader({ isSlow: false })
  hub.add(ann)
  await hub.open(ann, 's')
  heard.length = 0
  isAway = true
  hub.bus.publishLocally(event)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(heard).not.toContainEqual({ type: 'gone', ssid: 's', reason: 'banned' })
  isAway = false
  await vi.advanceTimersByTimeAsync(1_000)
  expect(heard).toContainEqual({ type: 'gone', ssid: 's', reason: 'banned' })
  hub.stop()
})

it('S4 of more connections than one person has, the oldest end, also where all come at once and answer slowly', () => {
  const hub = openHub({})
  const readers = Array.from({ length: 25 }, () => slowReader())
  for (const { connection } of readers) hub.add(connection)
  expect(readers.map(({ state }) => state.isClosed)).toEqual(readers.map((_, index) => index < 5))
  hub.stop()
})

it('S4 who opens what they have open appears there once, however often they say so', async () => {
  const entered: string[] = []
  const hub = openHub({
    async connect(ssid) {
      entered.push(ssid)
      return { ssid }
    },
  })
  const { connection, heard } = slowReader({ isSlow: false })
  hub.add(connection)
  for (let times = 0; times < 3; times += 1) await hub.open(connection, 's')
  expect(entered).toEqual(['s'])
  expect(heard).toMatchObject([{ type: 'you' }, { type: 'you' }, { type: 'you' }])
  hub.stop()
})

it.each([
  [50, 21],
  [1_000, 11],
  [4_000, 4],
  [10_000, 2],
])(
  'D2 in a room of %d, a thousand arrivals in one second are sent as %d messages',
  async (size, messages) => {
    vi.useFakeTimers()
    let arrivals = 0
    const hub = openHub({
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
    const { connection, heard } = slowReader({ isSlow: false })
    hub.add(connection)
    await hub.open(connection, 's')
    heard.length = 0
    while (arrivals < 1_000) {
      arrivals += 1
      hub.bus.publishLocally({ type: 'people', ssid: 's', isOurs: true })
      await vi.advanceTimersByTimeAsync(1)
    }
    await vi.advanceTimersByTimeAsync(1_000)
    expect(heard).toHaveLength(messages)
    expect(heard.at(-1)).toEqual({ arrivals })
    hub.stop()
  },
)
