/** How often each connection is checked, in milliseconds. */
const CHECK_EVERY_MS = 10_000
/** Connections are divided into this many groups. One group is checked at a time, so that no check takes long. */
const GROUPS = 100

export type CheckedConnection = { checkAlive(): void }

export type Heartbeat = {
  /** Calls `checkAlive` every ten seconds from now on. @returns the group of the connection, for `remove` */
  add(connection: CheckedConnection): number
  /** @param group the result of `add` */
  remove(connection: CheckedConnection, group: number): void
}

/** Checks all connections with one timer. A connection belongs to the group that was checked last when it came. */
export function createHeartbeat(): Heartbeat {
  const groups = Array.from({ length: GROUPS }, () => new Set<CheckedConnection>())
  let current = 0
  let size = 0
  let timer: NodeJS.Timeout | null = null

  function checkNextGroup(): void {
    current = (current + 1) % GROUPS
    for (const connection of groups[current] ?? []) connection.checkAlive()
  }

  return {
    add(connection) {
      groups[current]?.add(connection)
      size += 1
      timer ??= setInterval(checkNextGroup, CHECK_EVERY_MS / GROUPS)
      return current
    },
    remove(connection, group) {
      if (!groups[group]?.delete(connection)) return
      size -= 1
      if (size > 0 || !timer) return
      clearInterval(timer)
      timer = null
    },
  }
}
