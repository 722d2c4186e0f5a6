import { createLocalBus } from '../platform/event-bus.ts'
import { createMemoryRateLimiter } from '../platform/http/rate-limit.ts'
import { Hub } from '../realtime/hub.ts'
import type { LiveSessions } from '../session/session.ts'

/** Creates a hub with fake sessions, which everyone may enter. Its clock always shows the same time. */
export function openHub(
  fakes: Partial<LiveSessions> = {},
  onError = fail,
  limiter = createMemoryRateLimiter(),
) {
  const everyoneIn: LiveSessions = {
    connect: async (ssid) => ({ ssid }),
    disconnect: () => undefined,
    setSound: () => undefined,
    state: async () => null,
    activeCount: () => 1,
    personalView: async () => ({ role: 'guest', votes: {}, skip: false, favorite: false, added: 0 }),
  }
  const bus = createLocalBus()
  const hub = new Hub({ ...everyoneIn, ...fakes }, { bus, limiter, now: () => 0, onError })
  return { bus, hub }
}

function fail(error: unknown): void {
  throw error
}
