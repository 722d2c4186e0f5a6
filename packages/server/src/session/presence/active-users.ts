type ActiveUser = {
  readonly userId: string
  arrivedAt: number
  servers: readonly string[]
  /** The servers on which the user plays no sound. */
  silentOn: readonly string[]
}

const NO_SERVERS: readonly string[] = []

/** The active users of one session on all servers, in the order of their arrival. */
export class ActiveUsers {
  readonly #users = new Map<string, ActiveUser>()
  readonly #inOrder: ActiveUser[] = []
  /**
   * Lists with one server, by the name of that server. Users with one server share such a list, because that
   * saves memory and most users have just one.
   */
  readonly #singleServer = new Map<string, readonly string[]>()

  get count(): number {
    return this.#inOrder.length
  }

  has(userId: string): boolean {
    return this.#users.has(userId)
  }

  /** Returns when a user arrived, in the unit that `add` gets. */
  arrivedAt(userId: string): number | undefined {
    return this.#users.get(userId)?.arrivedAt
  }

  /** Returns the first users by arrival, at most `limit`. */
  first(limit: number): string[] {
    return this.#inOrder.slice(0, limit).map(({ userId }) => userId)
  }

  /** Adds a user on a server, with sound. @returns whether the user was on no server before */
  add(userId: string, server: string, arrivedAt: number): boolean {
    const known = this.#users.get(userId)
    if (!known) {
      const user = { userId, arrivedAt, servers: this.#listOf(server), silentOn: NO_SERVERS }
      this.#users.set(userId, user)
      this.#inOrder.splice(this.#indexOf(user), 0, user)
      return true
    }
    if (!known.servers.includes(server)) known.servers = [...known.servers, server]
    if (arrivedAt < known.arrivedAt) this.#moveForward(known, arrivedAt)
    return false
  }

  /** Sets whether a user plays sound on a server. */
  setSound(userId: string, server: string, hasSound: boolean): void {
    const known = this.#users.get(userId)
    if (!known || known.silentOn.includes(server) === !hasSound) return
    const others = known.silentOn.filter((each) => each !== server)
    known.silentOn = hasSound ? others : others.length === 0 ? this.#listOf(server) : [...others, server]
  }

  /** Returns whether a user plays no sound on this server. */
  isSilentOn(userId: string, server: string): boolean {
    return this.#users.get(userId)?.silentOn.includes(server) ?? false
  }

  /** Returns whether a user plays sound on at least one server. */
  isListener(userId: string): boolean {
    const known = this.#users.get(userId)
    return known !== undefined && isListener(known)
  }

  /** Counts the users who play sound. */
  countListeners(): number {
    return this.#inOrder.reduce((count, user) => count + (isListener(user) ? 1 : 0), 0)
  }

  /** Removes a user from a server. @returns whether the user left, or stopped being a listener */
  removeFrom(userId: string, server: string): boolean {
    const known = this.#users.get(userId)
    if (!known?.servers.includes(server)) return false
    const before = isListener(known)
    known.servers = known.servers.filter((each) => each !== server)
    known.silentOn = known.silentOn.filter((each) => each !== server)
    return known.servers.length === 0 ? this.remove(userId) : isListener(known) !== before
  }

  /** Removes a user from all servers. @returns whether the user was on one */
  remove(userId: string): boolean {
    const known = this.#users.get(userId)
    if (!known) return false
    this.#users.delete(userId)
    this.#inOrder.splice(this.#indexOf(known), 1)
    return true
  }

  /** Removes a server. @returns whether at least one user left, or stopped being a listener */
  removeServer(server: string): boolean {
    let isChanged = false
    for (const userId of [...this.#users.keys()]) if (this.removeFrom(userId, server)) isChanged = true
    return isChanged
  }

  #listOf(server: string): readonly string[] {
    const servers = this.#singleServer.get(server) ?? [server]
    this.#singleServer.set(server, servers)
    return servers
  }

  /** Changes the place of a user after an earlier arrival of this user became known. */
  #moveForward(user: ActiveUser, arrivedAt: number): void {
    this.#inOrder.splice(this.#indexOf(user), 1)
    user.arrivedAt = arrivedAt
    this.#inOrder.splice(this.#indexOf(user), 0, user)
  }

  /**
   * Returns the index of a user, or the place to insert the user. No two users are equal in this order, so that
   * it is the same on every server.
   */
  #indexOf({ userId, arrivedAt }: ActiveUser): number {
    let [from, to] = [0, this.#inOrder.length]
    while (from < to) {
      const middle = (from + to) >> 1
      const other = this.#inOrder[middle]
      const isBefore =
        other !== undefined &&
        (other.arrivedAt < arrivedAt || (other.arrivedAt === arrivedAt && other.userId < userId))
      if (isBefore) from = middle + 1
      else to = middle
    }
    return from
  }
}

/** Returns whether a user plays sound. A user is rarely active on more than one server. */
const isListener = ({ servers, silentOn }: ActiveUser): boolean => silentOn.length < servers.length
