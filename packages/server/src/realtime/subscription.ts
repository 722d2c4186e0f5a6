import type { Connection } from './connection.ts'
import type { Room } from './room.ts'

/** One session that a client has open on its connection. */
export type Subscription = {
  readonly connection: Connection
  readonly room: Room
  /** Whether the user has entered the session and got its state. Before that, the client gets no changes. */
  isOpen: boolean
  /** The version of the room's state that the client got last. */
  version: number
  /** Whether a state was not sent, because the client reads slowly. The newest state is sent later. */
  hasSkippedState: boolean
  /** Whether the client plays sound in this session (K1). */
  hasSound: boolean
  /** Whether the personal view (`you`) changed while the session was being opened. The view is then sent again. */
  hasSkippedYou: boolean
  /** Whether a change of the chat was not sent, because the client reads slowly. The client then fetches the chat. */
  hasSkippedChat: boolean
}

/** Creates a subscription that is not open: the user has not entered the session yet. */
export function newSubscription(connection: Connection, room: Room): Subscription {
  return {
    connection,
    room,
    isOpen: false,
    version: 0,
    hasSkippedState: false,
    hasSkippedYou: false,
    hasSkippedChat: false,
    hasSound: true,
  }
}
