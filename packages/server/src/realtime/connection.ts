import { liveClose, type ServerMessage } from '@jointly/contract'
import type { Subscription } from './subscription.ts'
import { textFrame } from './text-frame.ts'

/**
 * A client with more unsent bytes than this has stopped reading and is disconnected. When it connects again, it
 * gets the newest state.
 */
const MAX_UNSENT_BYTES = 1024 * 1024

/** Writes frames to a client. */
export type FrameWriter = {
  isOpen(): boolean
  write(frame: Buffer): void
  /** Returns how many written bytes the network has not accepted yet. */
  unsentBytes(): number
  /**
   * Calls `callback` when the network has accepted everything written so far, or never if the connection breaks
   * before.
   */
  onDrained(callback: () => void): void
  close(code: number, reason: string): void
  /** Ends the connection without a closing frame. */
  terminate(): void
}

/** A connection with the user and the login that it belongs to. */
type ConnectionLogin = {
  id: string
  userId: string
  token: string
  tokenId: string
  isScreen?: boolean
}

/** A live connection of a user, with the sessions that are open on it. */
export class Connection {
  readonly id: string
  readonly userId: string
  readonly token: string
  readonly tokenId: string
  /** Whether this is a big screen, which is not a person (X4) and gets no chat. */
  readonly isScreen: boolean
  /** The open sessions, in an array because short arrays need less memory than maps. */
  subscriptions: readonly Subscription[] = []
  readonly #writer: FrameWriter
  /** Whether written bytes wait in this process, because the client reads slowly. */
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
    this.#write(textFrame(JSON.stringify(message)))
  }

  /**
   * Sends a change of a session. A client that reads slowly does not get the change. It gets the newest state
   * after it has read the bytes that wait.
   */
  sendUpdate(subscription: Subscription, frame: Buffer): void {
    if (this.#isSlow) subscription.hasSkippedState = true
    else this.#write(frame)
  }

  /**
   * Sends a frame that is the same for many clients.
   * @returns false if the client reads too slowly and does not get the frame
   */
  sendShared(frame: Buffer): boolean {
    if (this.#isSlow) return false
    this.#write(frame)
    return true
  }

  /**
   * Sends the newest state of a session. A client that reads slowly gets this state after it has read the bytes
   * that wait.
   */
  sendState(subscription: Subscription): void {
    subscription.hasSkippedState = this.#isSlow
    const { state, version } = subscription.room
    subscription.version = version
    if (state && !this.#isSlow) this.#write(textFrame(state.message()))
  }

  /** Closes the connection because its login has ended (A2). */
  endLogin(): void {
    this.close(liveClose.unauthenticated, 'the login ended')
  }

  close(code: number, reason: string): void {
    this.#writer.close(code, reason)
  }

  #write(frame: Buffer): void {
    const writer = this.#writer
    if (!writer.isOpen()) return
    writer.write(frame)
    const unsentBytes = writer.unsentBytes()
    if (unsentBytes > MAX_UNSENT_BYTES) writer.terminate()
    else if (unsentBytes > 0) this.#waitForClient()
  }

  /** Waits until the client has read everything, then sends the states that were skipped in the meantime. */
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
