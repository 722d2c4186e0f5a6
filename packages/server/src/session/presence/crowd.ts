type Person = { readonly userId: string; arrivedAt: number; servers: readonly string[] }

/** The people active in one session, on whichever servers, in the order in which they came. */
export class Crowd {
  readonly #people = new Map<string, Person>()
  readonly #inOrder: Person[] = []
  /** The servers of whoever is on one alone, shared by all who are on it. */
  readonly #alone = new Map<string, readonly string[]>()

  get count(): number {
    return this.#inOrder.length
  }

  has(userId: string): boolean {
    return this.#people.has(userId)
  }

  /** When somebody came, in whatever measure they were added with. */
  arrivedAt(userId: string): number | undefined {
    return this.#people.get(userId)?.arrivedAt
  }

  /** Those who came first, at most so many. */
  first(limit: number): string[] {
    return this.#inOrder.slice(0, limit).map(({ userId }) => userId)
  }

  /** Somebody is active on a server. @returns whether they were on none before */
  add(userId: string, server: string, arrivedAt: number): boolean {
    const known = this.#people.get(userId)
    if (!known) {
      const person = { userId, arrivedAt, servers: this.#onlyOn(server) }
      this.#people.set(userId, person)
      this.#inOrder.splice(this.#placeOf(person), 0, person)
      return true
    }
    if (!known.servers.includes(server)) known.servers = [...known.servers, server]
    if (arrivedAt < known.arrivedAt) this.#antedate(known, arrivedAt)
    return false
  }

  /** Somebody is not active on a server any more. @returns whether they are on none now */
  drop(userId: string, server: string): boolean {
    const known = this.#people.get(userId)
    if (!known?.servers.includes(server)) return false
    known.servers = known.servers.filter((each) => each !== server)
    return known.servers.length === 0 && this.remove(userId)
  }

  /** Somebody is active on no server any more. @returns whether they were on one */
  remove(userId: string): boolean {
    const known = this.#people.get(userId)
    if (!known) return false
    this.#people.delete(userId)
    this.#inOrder.splice(this.#placeOf(known), 1)
    return true
  }

  /** Nobody is active on this server any more. @returns whether somebody is on none now */
  dropServer(server: string): boolean {
    let isChanged = false
    for (const userId of [...this.#people.keys()]) if (this.drop(userId, server)) isChanged = true
    return isChanged
  }

  #onlyOn(server: string): readonly string[] {
    const servers = this.#alone.get(server) ?? [server]
    this.#alone.set(server, servers)
    return servers
  }

  /** Who turns out to have come earlier stands where they belong. */
  #antedate(person: Person, arrivedAt: number): void {
    this.#inOrder.splice(this.#placeOf(person), 1)
    person.arrivedAt = arrivedAt
    this.#inOrder.splice(this.#placeOf(person), 0, person)
  }

  /** Where a person stands or is to stand; the order is total, so that it is the same on every server. */
  #placeOf({ userId, arrivedAt }: Person): number {
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
