import { peopleDelayMs } from '../../session/presence/people-delay.ts'
import type { LiveSessions } from '../../session/session.ts'
import type { Connections } from '../connections.ts'
import { createPushSchedule, MIN_INTERVAL_MS } from './push-schedule.ts'
import type { Room } from '../room.ts'

/**
 * How long to wait after a state could not be loaded, in milliseconds. Loading fails, for example, because the
 * database is away.
 */
const RETRY_MS = 1_000

export type SessionPush = {
  /** Pushes the new state of a session soon, to everyone who has it open on this server. */
  sessionChanged(ssid: string): void
  /**
   * Works like `sessionChanged`, for a change that concerns only the people in the session. In a large session
   * the push may be a second later.
   */
  peopleChanged(ssid: string): void
  /** Cancels the push of a session that nobody has open any more. */
  cancel(ssid: string): void
  close(): void
}

/**
 * Creates the functions that send a changed state to the clients of a session. The server loads the state once, and
 * the room of the session sends it to all clients.
 */
export function createSessionPush(
  sessions: LiveSessions,
  connections: Connections,
  onError: (error: unknown) => void,
): SessionPush {
  const schedule = createPushSchedule((ssid) => push(ssid).catch(onError))

  async function push(ssid: string): Promise<void> {
    const room = connections.room(ssid)
    if (!room) return
    try {
      await loadState(room)
    } catch (error) {
      room.onlyPeopleChanged = false
      schedule.request(ssid, RETRY_MS)
      throw error
    }
  }

  async function loadState(room: Room): Promise<void> {
    const { onlyPeopleChanged } = room
    // If something other than the people changes during the load, `sessionChanged` sets this field to false again.
    room.onlyPeopleChanged = true
    const state = await sessions.state(room.ssid)
    if (state && state.tag !== room.state?.tag) room.setState(state, onlyPeopleChanged)
  }

  return {
    sessionChanged(ssid) {
      const room = connections.room(ssid)
      if (!room) return
      room.onlyPeopleChanged = false
      schedule.request(ssid, MIN_INTERVAL_MS)
    },
    peopleChanged(ssid) {
      if (!connections.room(ssid)) return
      schedule.request(ssid, Math.max(MIN_INTERVAL_MS, peopleDelayMs(sessions.activeCount(ssid))))
    },
    cancel: schedule.cancel,
    close: schedule.close,
  }
}
