/** How often each connection is checked, in milliseconds. */
const CHECK_EVERY_MS = 10_000
/** Connections are divided into this many groups. Each timer tick checks one group, so that no tick takes long. */
const GROUPS = 100

export type CheckedConnection = { checkAlive(): void }

export type Heartbeat = {
  /**
   * Starts to call `checkAlive` of a connection every ten seconds.
   * @returns the group of the connection, which `remove` needs
   */
  add(connection: CheckedConnection): number
  /**
   * Stops the checks of a connection.
   * @param group the result of `add`
   */
  remove(connection: CheckedConnection, group: number): void
}

/**
 * Creates a timer that checks all connections, one group after the other. A new connection is added to the group that
 * was checked last, so that its first check is ten seconds later.
 */
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
