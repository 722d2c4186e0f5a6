import type { SharedSession } from '@jointly/contract'
import type { Connection } from './connection.ts'

/** So many are sent to in one go; then whatever else waits has its turn. */
const SENT_AT_ONCE = 500

/** What everyone inside a session sees, at one moment. */
export type SessionState = {
  /** Differs where anything differs. */
  readonly tag: string
  readonly shared: SharedSession
  /** The whole as a message, with the time of now. */
  message(): Buffer
  /** A message that turns an earlier state into this one, where only the people differ; else null. */
  peopleSince(earlier: SharedSession): Buffer | null
}

/** One connection's place in a room. */
export type Seat = {
  readonly connection: Connection
  readonly room: Room
  /** Whether they have been let in and told the state; until then they are told nothing of what goes on. */
  isIn: boolean
  /** Whether they lack the newest state, since they read slowly. */
  isBehind: boolean
  /** Whether what is their own changed while they were let in. */
  isYouBehind: boolean
}

/** A session as it is followed on this server: who listens, and the state that all of them have. */
export class Room {
  readonly ssid: string
  readonly seats = new Set<Seat>()
  state: SessionState | null = null
  /** Whether since the last push nothing was told to change but the people. */
  onlyPeopleChanged = true

  constructor(ssid: string) {
    this.ssid = ssid
  }

  /** Sends one frame to everyone who is in; whoever comes meanwhile has been told the state already. */
  async send(frame: Buffer): Promise<void> {
    let sent = 0
    for (const seat of [...this.seats]) {
      if (!seat.isIn || !this.seats.has(seat)) continue
      seat.connection.sendUpdate(seat, frame)
      sent += 1
      if (sent % SENT_AT_ONCE === 0) await new Promise(setImmediate)
    }
  }
}
