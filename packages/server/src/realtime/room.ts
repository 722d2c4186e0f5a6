import type { Connection } from './connection.ts'
import { textFrame } from './frame.ts'
import type { SessionState } from '../session/view/shared-body.ts'

/** So many are sent to in one go; then whatever else waits has its turn. */
const SENT_AT_ONCE = 200

/** So many states back is known what changed; who has an older one is sent the whole. */
const STATES_KEPT = 4

/** One connection's place in a room. */
export type Seat = {
  readonly connection: Connection
  readonly room: Room
  /** Whether they have been let in and told the state; until then they are told nothing of what goes on. */
  isIn: boolean
  /** The number of the state that they were sent last. */
  version: number
  /** Whether they lack that state, since they read slowly. */
  isBehind: boolean
  /** Whether what is their own changed while they were let in. */
  isYouBehind: boolean
}

/** `era` stays the same while only the people change. */
type Version = { readonly number: number; readonly era: number; readonly state: SessionState }

/** A session as it is followed on this server: who listens, and the state that they have or are being sent. */
export class Room {
  readonly ssid: string
  readonly seats = new Set<Seat>()
  /** Whether since the last state nothing was told to change but the people. */
  onlyPeopleChanged = true
  /** The newest last. */
  #versions: Version[] = []
  /** The frames that bring the newest state to those who have another, by its number; and to those who have none. */
  readonly #frames = new Map<number | null, Buffer>()
  #isSpreading = false

  constructor(ssid: string) {
    this.ssid = ssid
  }

  get state(): SessionState | null {
    return this.#versions.at(-1)?.state ?? null
  }

  get version(): number {
    return this.#versions.at(-1)?.number ?? 0
  }

  /** A new state, which everyone who is in is sent from now on. */
  become(state: SessionState, isOnlyPeople: boolean): void {
    const last = this.#versions.at(-1)
    const era = (last?.era ?? 0) + (isOnlyPeople ? 0 : 1)
    this.#versions = [...this.#versions, { number: this.version + 1, era, state }].slice(-STATES_KEPT)
    this.#frames.clear()
    void this.#spread()
  }

  /**
   * Sends to everyone who lacks the newest state, in parts. A state that comes meanwhile is what the rest are sent, and
   * those before them after it: nobody waits until an older one has been sent to all.
   */
  async #spread(): Promise<void> {
    if (this.#isSpreading) return
    this.#isSpreading = true
    for (let lacking = this.#lacking(); lacking.length > 0; lacking = this.#lacking()) {
      let sent = 0
      for (const seat of lacking) {
        if (seat.version === this.version || !this.seats.has(seat)) continue
        const frame = this.#frameSince(seat.version)
        seat.version = this.version
        if (frame) seat.connection.sendUpdate(seat, frame)
        sent += 1
        if (sent % SENT_AT_ONCE === 0) await new Promise(setImmediate)
      }
    }
    // Everyone has it: what brought them there is not held for each room until the next.
    this.#versions = this.#versions.slice(-1)
    this.#frames.clear()
    this.#isSpreading = false
  }

  #lacking(): Seat[] {
    return [...this.seats].filter((seat) => seat.isIn && seat.version !== this.version)
  }

  #frameSince(number: number): Buffer | undefined {
    const newest = this.#versions.at(-1)
    if (!newest) return undefined
    const known = this.#frames.get(number)
    if (known) return known
    const earlier = this.#versions.find((version) => version.number === number)
    const people = earlier?.era === newest.era ? newest.state.peopleSince(earlier.state.shared) : null
    const whole = this.#frames.get(null)
    const frame = people ? textFrame(people) : (whole ?? textFrame(newest.state.message()))
    if (!people) this.#frames.set(null, frame)
    this.#frames.set(number, frame)
    return frame
  }
}
