/** A poll keeps a person active this long (S4). */
export const POLL_STAY_MS = 30_000

/** Who is active in which session (S4). Asynchronous, since servers that stand side by side share it. */
export interface Presence {
  /** A poll came. @returns whether the person arrived by it */
  poll(ssid: string, userId: string): Promise<boolean>
  /** A live connection stands from now on. @returns whether the person arrived by it */
  connect(ssid: string, userId: string, connectionId: string): Promise<boolean>
  /** A live connection no longer stands; the person stays active for `lingerMs`, so that a reload is no departure. */
  disconnect(ssid: string, userId: string, connectionId: string, lingerMs: number): Promise<void>
  /** The person is not active any more, whatever connections stand (S5). */
  remove(ssid: string, userId: string): Promise<void>
  /** The session is no more. */
  forget(ssid: string): Promise<void>
  /** Those active, in the order in which they came. */
  active(ssid: string): Promise<string[]>
  /** How many are active in each of these sessions; a session without anyone may be absent. */
  counts(ssids: readonly string[]): Promise<Map<string, number>>
  /** Ends the presence of those whose time has passed; to be called about every second. */
  sweep(): Promise<void>
}

interface Stay {
  until: number
  readonly connections: Set<string>
}

/**
 * Presence within one process.
 *
 * @param now server epoch milliseconds
 * @param onChange told of each session in which someone came or went
 */
export function createLocalPresence(now: () => number, onChange: (ssid: string) => void): Presence {
  const sessions = new Map<string, Map<string, Stay>>()

  const isActive = (stay: Stay): boolean => stay.connections.size > 0 || now() < stay.until

  function arrive(ssid: string, userId: string, renew: (stay: Stay) => void): boolean {
    const stays = sessions.get(ssid) ?? new Map<string, Stay>()
    sessions.set(ssid, stays)
    const known = stays.get(userId)
    if (known !== undefined && isActive(known)) {
      renew(known)
      return false
    }
    const stay: Stay = { until: 0, connections: new Set() }
    renew(stay)
    stays.delete(userId)
    stays.set(userId, stay)
    onChange(ssid)
    return true
  }

  function depart(ssid: string, userId: string): void {
    const stays = sessions.get(ssid)
    if (!stays?.delete(userId)) return
    if (stays.size === 0) sessions.delete(ssid)
    onChange(ssid)
  }

  function activeIn(ssid: string): string[] {
    return [...(sessions.get(ssid) ?? [])].filter(([, stay]) => isActive(stay)).map(([userId]) => userId)
  }

  return {
    poll: async (ssid, userId) =>
      arrive(ssid, userId, (stay) => {
        stay.until = Math.max(stay.until, now() + POLL_STAY_MS)
      }),

    connect: async (ssid, userId, connectionId) =>
      arrive(ssid, userId, (stay) => stay.connections.add(connectionId)),

    async disconnect(ssid, userId, connectionId, lingerMs) {
      const stay = sessions.get(ssid)?.get(userId)
      if (!stay?.connections.delete(connectionId) || stay.connections.size > 0) return
      stay.until = now() + lingerMs
      if (lingerMs <= 0) depart(ssid, userId)
    },

    remove: async (ssid, userId) => depart(ssid, userId),

    async forget(ssid) {
      sessions.delete(ssid)
    },

    active: async (ssid) => activeIn(ssid),

    counts: async (ssids) => new Map(ssids.map((ssid) => [ssid, activeIn(ssid).length])),

    async sweep() {
      for (const [ssid, stays] of sessions) {
        for (const [userId, stay] of stays) if (!isActive(stay)) depart(ssid, userId)
      }
    },
  }
}
