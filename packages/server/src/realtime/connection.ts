import { liveClose, type ServerMessage } from '@jointly/contract'
import type { Room } from './room.ts'
import { MAX_UNSENT_BYTES } from './connection-limits.ts'
import { textFrame } from './text-frame.ts'

/** Writes frames to a client. `client-socket.ts` implements it. */
export type FrameWriter = {
  isOpen(): boolean
  write(frame: Buffer): void
  /** Returns how many written bytes wait in this process, because the operating system has not accepted them yet. */
  unsentBytes(): number
  /**
   * Calls `callback` when the operating system has accepted all bytes that are written so far. If the connection
   * breaks before, `callback` is never called.
   */
  onDrained(callback: () => void): void
  close(code: number, reason: string): void
  /** Closes the TCP connection at once, without a WebSocket close frame. */
  terminate(): void
}

/** The id of a connection, and the user and the login to which it belongs. */
type ConnectionLogin = {
  id: string
  userId: string
  token: string
  tokenId: string
  isScreen?: boolean
}

/** One session that a client has open on its connection. */
export type Subscription = {
  readonly connection: Connection
  readonly room: Room<Subscription>
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
export function newSubscription(connection: Connection, room: Room<Subscription>): Subscription {
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

/** A live connection of a user or big screen, with the sessions that the client has open on it. */
export class Connection {
  readonly id: string
  readonly userId: string
  readonly token: string
  readonly tokenId: string
  /** Whether this is a big screen, which is not a person (X4) and gets no chat. */
  readonly isScreen: boolean
  /** The open sessions. This is an array, because a short array needs less memory than a map. */
  subscriptions: readonly Subscription[] = []
  readonly #writer: FrameWriter
  /** Whether written bytes still wait in this process. This means that the client reads slowly. */
  #isSlow = false

  constructor(writer: FrameWriter, login: ConnectionLogin) {
    this.#writer = writer
    this.id = login.id
    this.userId = login.userId
    this.token = login.token
    this.tokenId = login.tokenId
    this.isScreen = login.isScreen ?? false
  }

  /** Returns the subscription to a session. Undefined if the client does not have the session open. */
  subscriptionTo(ssid: string): Subscription | undefined {
    return this.subscriptions.find(({ room }) => room.ssid === ssid)
  }

  send(message: ServerMessage): void {
    this.sendFrame(textFrame(JSON.stringify(message)))
  }

  /** Sends a frame, also to a client that reads slowly. */
  sendFrame(frame: Buffer): void {
    const writer = this.#writer
    if (!writer.isOpen()) return
    writer.write(frame)
    const unsentBytes = writer.unsentBytes()
    if (unsentBytes > MAX_UNSENT_BYTES) writer.terminate()
    else if (unsentBytes > 0) this.#waitForClient()
  }

  /**
   * Sends a frame that is the same for many clients.
   * @returns false if the client reads too slowly and does not get the frame
   */
  sendShared(frame: Buffer): boolean {
    if (this.#isSlow) return false
    this.sendFrame(frame)
    return true
  }

  /**
   * Sends the newest state of a session. A client that reads slowly gets the state when it has read the earlier
   * bytes.
   */
  sendState(subscription: Subscription): void {
    subscription.hasSkippedState = this.#isSlow
    const { state, version } = subscription.room
    subscription.version = version
    if (state && !this.#isSlow) this.sendFrame(textFrame(state.message()))
  }

  /** Closes the connection because its login has ended (A2). */
  endLogin(): void {
    this.close(liveClose.unauthenticated, 'the login ended')
  }

  close(code: number, reason: string): void {
    this.#writer.close(code, reason)
  }

  /** Waits until no bytes wait any more. Then sends what was skipped in the meantime. */
  #waitForClient(): void {
    if (this.#isSlow) return
    this.#isSlow = true
    this.#writer.onDrained(() => {
      this.#isSlow = false
      if (this.#writer.unsentBytes() > 0) return this.#waitForClient()
      for (const subscription of this.subscriptions) this.#sendSkipped(subscription)
    })
  }

  #sendSkipped(subscription: Subscription): void {
    if (subscription.hasSkippedState) this.sendState(subscription)
    if (!subscription.hasSkippedChat) return
    subscription.hasSkippedChat = false
    this.send({ type: 'chat', ssid: subscription.room.ssid, stale: true })
  }
}
