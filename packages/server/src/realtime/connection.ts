import { liveClose, type ServerMessage } from '@jointly/contract'
import { textFrame } from './frame.ts'
import type { Seat } from './room.ts'

/** More than this waits only for a reader who has stopped reading; they come back and get the newest state. */
const LONGEST_BACKLOG_BYTES = 1024 * 1024

/** Where a connection's messages go. */
export type Outlet = {
  isOpen(): boolean
  /** Sends a frame. */
  write(frame: Buffer): void
  /** How many bytes the network has not taken yet. */
  backlogBytes(): number
  /** Calls when all that was written has been taken; never where the connection broke first. */
  whenTaken(then: () => void): void
  close(code: number, reason: string): void
  /** Ends it without a word. */
  terminate(): void
}

/** Whose connection it is, by which log-in. */
type Person = { id: string; userId: string; token: string; tokenId: string }

/** One person's live connection, and the sessions they have open on it. */
export class Connection {
  readonly id: string
  readonly userId: string
  readonly token: string
  readonly tokenId: string
  /** A list, being short: a map for each of thousands would take its share of memory. */
  seats: readonly Seat[] = []
  readonly #outlet: Outlet
  /** Whether what was sent last is still on its way to a slow reader. */
  #isSlow = false

  constructor(outlet: Outlet, person: Person) {
    this.#outlet = outlet
    this.id = person.id
    this.userId = person.userId
    this.token = person.token
    this.tokenId = person.tokenId
  }

  /** Their place in a session, if they have it open. */
  seatIn(ssid: string): Seat | undefined {
    return this.seats.find(({ room }) => room.ssid === ssid)
  }

  send(message: ServerMessage): void {
    this.#write(textFrame(JSON.stringify(message)))
  }

  /**
   * Sends what changed in a session. While something is still on its way to a slow reader nothing is queued behind it:
   * the newest state follows when it has arrived.
   */
  sendUpdate(seat: Seat, frame: Buffer): void {
    if (this.#isSlow) seat.isBehind = true
    else this.#write(frame)
  }

  /** Sends a session's state as it stands. */
  sendState(seat: Seat): void {
    seat.isBehind = this.#isSlow
    const { state, version } = seat.room
    seat.version = version
    if (state && !this.#isSlow) this.#write(textFrame(state.message()))
  }

  /** The log-in on which it stands is no more (A2). */
  endLogin(): void {
    this.close(liveClose.unauthenticated, 'the log-in ended')
  }

  close(code: number, reason: string): void {
    this.#outlet.close(code, reason)
  }

  #write(frame: Buffer): void {
    const outlet = this.#outlet
    if (!outlet.isOpen()) return
    outlet.write(frame)
    const backlogBytes = outlet.backlogBytes()
    if (backlogBytes > LONGEST_BACKLOG_BYTES) outlet.terminate()
    else if (backlogBytes > 0) this.#awaitReader()
  }

  #awaitReader(): void {
    if (this.#isSlow) return
    this.#isSlow = true
    this.#outlet.whenTaken(() => {
      this.#isSlow = false
      if (this.#outlet.backlogBytes() > 0) return this.#awaitReader()
      for (const seat of this.seats) if (seat.isBehind) this.sendState(seat)
    })
  }
}
