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
   * For each server name, a list with only that server. Most users are active on one server only. All of them share the
   * list of their server, to save memory.
   */
  readonly #singleServer = new Map<string, readonly string[]>()

  get count(): number {
    return this.#inOrder.length
  }

  has(userId: string): boolean {
    return this.#users.has(userId)
  }

  /** Returns the earliest `arrivedAt` with which a user was added. Undefined if the user is not active. */
  arrivedAt(userId: string): number | undefined {
    return this.#users.get(userId)?.arrivedAt
  }

  /** Returns the ids of the users who arrived first, at most `limit`. */
  first(limit: number): string[] {
    return this.#inOrder.slice(0, limit).map(({ userId }) => userId)
  }

  /**
   * Adds a user who plays sound on a server.
   * @returns whether the user was active on no server before
   */
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

  /**
   * Makes a user inactive on a server.
   * @returns whether the user is now active on no server, or plays sound on no server any more
   */
  removeFrom(userId: string, server: string): boolean {
    const known = this.#users.get(userId)
    if (!known?.servers.includes(server)) return false
    const before = isListener(known)
    known.servers = known.servers.filter((each) => each !== server)
    known.silentOn = known.silentOn.filter((each) => each !== server)
    return known.servers.length === 0 ? this.remove(userId) : isListener(known) !== before
  }

  /**
   * Makes a user inactive on all servers.
   * @returns whether the user was active on at least one server
   */
  remove(userId: string): boolean {
    const known = this.#users.get(userId)
    if (!known) return false
    this.#users.delete(userId)
    this.#inOrder.splice(this.#indexOf(known), 1)
    return true
  }

  /**
   * Makes all users inactive on a server.
   * @returns whether at least one user is not active any more, or plays no sound any more
   */
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

  /** Moves a user forward in the order, because another server reports an earlier arrival of this user. */
  #moveForward(user: ActiveUser, arrivedAt: number): void {
    this.#inOrder.splice(this.#indexOf(user), 1)
    user.arrivedAt = arrivedAt
    this.#inOrder.splice(this.#indexOf(user), 0, user)
  }

  /**
   * Returns the index of a user, or the index at which to insert the user. Users who arrived at the same time are
   * ordered by id, so that the order is the same on every server.
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

/** Returns whether a user plays sound on at least one server. */
const isListener = ({ servers, silentOn }: ActiveUser): boolean => silentOn.length < servers.length
