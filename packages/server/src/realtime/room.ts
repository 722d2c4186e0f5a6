import type { SessionState } from '../session/view/shared-body.ts'
import type { Subscription } from './subscription.ts'
import { textFrame } from './text-frame.ts'

/** After this number of clients, other work of the server gets a turn before the next clients get a state. */
const BATCH_SIZE = 200

/**
 * The number of versions that are stored. A client that has one of these versions may get only the changes. A client
 * with an older version gets the whole state.
 */
const VERSIONS_KEPT = 4

/**
 * One version of the state of a session. Two versions with the same `content` differ only in the people of the
 * session.
 */
type Version = { readonly number: number; readonly content: number; readonly state: SessionState }

/** A session that clients of this server have open, with its newest state. */
export class Room {
  readonly ssid: string
  readonly subscriptions = new Set<Subscription>()
  /** False if anything but the people may have changed since the last load began. The whole state is sent then. */
  onlyPeopleChanged = true
  /** The last versions, the newest at the end. */
  #versions: Version[] = []
  /**
   * The frames that update a client to the newest state, by the version that the client has. The key null means
   * a client without a version, which gets the whole state.
   */
  readonly #frames = new Map<number | null, Buffer>()
  #isSending = false

  constructor(ssid: string) {
    this.ssid = ssid
  }

  get state(): SessionState | null {
    return this.#versions.at(-1)?.state ?? null
  }

  /** The number of the newest state. */
  get version(): number {
    return this.#versions.at(-1)?.number ?? 0
  }

  /**
   * Sets a new state and sends it to everyone.
   * @param onlyPeopleChanged whether it differs from the last state only in the people
   */
  setState(state: SessionState, onlyPeopleChanged: boolean): void {
    const last = this.#versions.at(-1)
    const content = (last?.content ?? 0) + (onlyPeopleChanged ? 0 : 1)
    this.#versions = [...this.#versions, { number: this.version + 1, content, state }].slice(-VERSIONS_KEPT)
    this.#frames.clear()
    void this.#sendToAll()
  }

  /**
   * Sends the newest state in batches until everyone has it, even if a newer state is set during the sending.
   */
  async #sendToAll(): Promise<void> {
    if (this.#isSending) return
    this.#isSending = true
    for (let outdated = this.#outdated(); outdated.length > 0; outdated = this.#outdated()) {
      let sent = 0
      for (const subscription of outdated) {
        if (subscription.version === this.version || !this.subscriptions.has(subscription)) continue
        const frame = this.#frameFrom(subscription.version)
        subscription.version = this.version
        if (frame) subscription.connection.sendUpdate(subscription, frame)
        sent += 1
        if (sent % BATCH_SIZE === 0) await new Promise(setImmediate)
      }
    }
    // The older versions are removed, because every client has the newest state now.
    this.#versions = this.#versions.slice(-1)
    this.#frames.clear()
    this.#isSending = false
  }

  #outdated(): Subscription[] {
    return [...this.subscriptions].filter(({ isOpen, version }) => isOpen && version !== this.version)
  }

  /**
   * Returns the frame that updates a client from this version to the newest one. If only the people changed
   * since then, the frame contains only the people.
   */
  #frameFrom(version: number): Buffer | undefined {
    const newest = this.#versions.at(-1)
    if (!newest) return undefined
    const cached = this.#frames.get(version)
    if (cached) return cached
    const earlier = this.#versions.find(({ number }) => number === version)
    const people = earlier?.content === newest.content ? newest.state.peopleSince(earlier.state.shared) : null
    const whole = this.#frames.get(null)
    const frame = people ? textFrame(people) : (whole ?? textFrame(newest.state.message()))
    if (!people) this.#frames.set(null, frame)
    this.#frames.set(version, frame)
    return frame
  }
}
