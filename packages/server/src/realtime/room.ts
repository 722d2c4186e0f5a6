import type { SessionState } from '../session/view/shared-body.ts'
import { inBatches } from '../platform/in-batches.ts'
import { textFrame } from './text-frame.ts'

/** How many versions are stored. A client with an older version gets the whole state instead of the changes. */
const VERSIONS_KEPT = 4

/**
 * One version of the state of a session. Two versions with the same `content` differ only in the people of the
 * session.
 */
type Version = { readonly number: number; readonly content: number; readonly state: SessionState }

/** What a room needs of a subscription, which is one client that has the session open. */
type RoomSubscription = {
  readonly connection: { sendShared(frame: Buffer): boolean }
  readonly isOpen: boolean
  version: number
  hasSkippedState: boolean
}

/** A session that clients of this server have open. It sends each new state to these clients. */
export class Room<Subscription extends RoomSubscription> {
  readonly ssid: string
  readonly subscriptions = new Set<Subscription>()
  /**
   * Whether only the people of the session have changed since the last load of the state began. If false, clients get
   * the whole state.
   */
  onlyPeopleChanged = true
  /** The last versions of the state. The newest is at the end. */
  #versions: Version[] = []
  /**
   * The cached frames that update a client to the newest state. The key is the version that the client has. The key
   * null has the frame with the whole state.
   */
  readonly #frames = new Map<number | null, Buffer>()
  #isSending = false

  constructor(ssid: string) {
    this.ssid = ssid
  }

  get state(): SessionState | null {
    return this.#versions.at(-1)?.state ?? null
  }

  /** The number of the newest version. 0 if there is no state yet. */
  get version(): number {
    return this.#versions.at(-1)?.number ?? 0
  }

  /**
   * Sets a new state and sends it to all clients that have the session open.
   * @param onlyPeopleChanged whether the new state differs from the last one only in the people
   */
  setState(state: SessionState, onlyPeopleChanged: boolean): void {
    const last = this.#versions.at(-1)
    const content = (last?.content ?? 0) + (onlyPeopleChanged ? 0 : 1)
    this.#versions = [...this.#versions, { number: this.version + 1, content, state }].slice(-VERSIONS_KEPT)
    this.#frames.clear()
    void this.#sendToAll()
  }

  /**
   * Sends the newest state to all clients, in batches. If a newer state is set in the meantime, the loop continues
   * until all clients have that state.
   */
  async #sendToAll(): Promise<void> {
    if (this.#isSending) return
    this.#isSending = true
    for (let outdated = this.#outdated(); outdated.length > 0; outdated = this.#outdated()) {
      await inBatches(outdated, (subscription) => {
        if (subscription.version === this.version || !this.subscriptions.has(subscription)) return
        const frame = this.#frameFrom(subscription.version)
        subscription.version = this.version
        if (frame && !subscription.connection.sendShared(frame)) subscription.hasSkippedState = true
      })
    }
    // All clients have the newest version now, so the older versions are not needed.
    this.#versions = this.#versions.slice(-1)
    this.#frames.clear()
    this.#isSending = false
  }

  #outdated(): Subscription[] {
    return [...this.subscriptions].filter(({ isOpen, version }) => isOpen && version !== this.version)
  }

  /**
   * Returns the frame that updates a client from `version` to the newest version. If only the people have changed
   * since `version`, the frame contains only the people.
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
