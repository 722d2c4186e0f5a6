import { peopleDelayMs } from '../../session/view/people-delay.ts'
import type { LiveSessions } from '../../session/session.ts'
import type { Connections } from '../connections.ts'
import { createPushSchedule, MIN_INTERVAL_MS } from './push-schedule.ts'
import type { Subscription } from '../connection.ts'
import type { Room } from '../room.ts'

/** The pause after a state could not be loaded, in milliseconds. The database may be unavailable for some time. */
const RETRY_MS = 1_000

export type SessionPush = {
  /** Requests a push: soon, the new state is sent to all clients of this server that have the session open. */
  sessionChanged(ssid: string): void
  /**
   * Requests a push after a change of only the people in the session. In a large session, the push starts up to a
   * second later than after `sessionChanged`.
   */
  peopleChanged(ssid: string): void
  /** Cancels the requested push of a session, because no client has it open any more. */
  cancel(ssid: string): void
  close(): void
}

/**
 * Creates the functions that send a changed state to the clients of a session. The state is loaded only once, and the
 * room of the session sends it to all clients.
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

  async function loadState(room: Room<Subscription>): Promise<void> {
    const { onlyPeopleChanged } = room
    // If something other than the people changes while the state is loading, `sessionChanged` sets the field to false.
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
