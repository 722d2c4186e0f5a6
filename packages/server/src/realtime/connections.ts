import { type Connection, newSubscription, type Subscription } from './connection.ts'
import { CONNECTIONS_PER_USER } from './connection-limits.ts'
import { Room } from './room.ts'

/** The live connections of this server. They can be found by user and by session. */
export class Connections {
  readonly #byUser = new Map<string, readonly Connection[]>()
  readonly #rooms = new Map<string, Room<Subscription>>()

  get count(): number {
    return this.all().length
  }

  all(): Connection[] {
    return [...this.#byUser.values()].flat()
  }

  /** Returns the connections of a user, the oldest first. */
  ofUser(userId: string): readonly Connection[] {
    return this.#byUser.get(userId) ?? []
  }

  has(connection: Connection): boolean {
    return this.ofUser(connection.userId).includes(connection)
  }

  /**
   * Adds a connection.
   * @returns the user's oldest connections that exceed the limit; they are already removed, the caller closes them
   */
  add(connection: Connection): readonly Connection[] {
    const ofUser = [...this.ofUser(connection.userId), connection]
    this.#byUser.set(connection.userId, ofUser.slice(-CONNECTIONS_PER_USER))
    return ofUser.slice(0, -CONNECTIONS_PER_USER)
  }

  remove(connection: Connection): void {
    const others = this.ofUser(connection.userId).filter((each) => each !== connection)
    if (others.length > 0) this.#byUser.set(connection.userId, others)
    else this.#byUser.delete(connection.userId)
  }

  /** Returns one room for each session that a client of this server has open. */
  rooms(): Iterable<Room<Subscription>> {
    return this.#rooms.values()
  }

  room(ssid: string): Room<Subscription> | undefined {
    return this.#rooms.get(ssid)
  }

  /** Returns the subscriptions of a user to a session. If `userId` is null, returns those of all users. */
  subscriptions(ssid: string, userId: string | null): Subscription[] {
    if (userId === null) return [...(this.room(ssid)?.subscriptions ?? [])]
    return this.ofUser(userId).flatMap((connection) => connection.subscriptionTo(ssid) ?? [])
  }

  /** Adds a subscription, or returns the existing one. */
  subscribe(connection: Connection, ssid: string): Subscription {
    const existing = connection.subscriptionTo(ssid)
    if (existing) return existing
    const room = this.room(ssid) ?? new Room<Subscription>(ssid)
    this.#rooms.set(ssid, room)
    const subscription = newSubscription(connection, room)
    room.subscriptions.add(subscription)
    connection.subscriptions = [...connection.subscriptions, subscription]
    return subscription
  }

  isSubscribed(subscription: Subscription): boolean {
    return subscription.room.subscriptions.has(subscription)
  }

  /** Removes a subscription. If it was the last one of its room, the room is removed too. */
  unsubscribe(subscription: Subscription): void {
    const { connection, room } = subscription
    if (!room.subscriptions.delete(subscription)) return
    connection.subscriptions = connection.subscriptions.filter((other) => other !== subscription)
    if (room.subscriptions.size === 0) this.#rooms.delete(room.ssid)
  }
}
