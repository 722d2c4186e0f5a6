const windowMs = 10_000
const maxPerWindow = 200

/**
 * Limits the messages of sockets to 200 in ten seconds (B4). This is enough, because the player of a page sends
 * about two a second.
 */
export function createMessageLimiter() {
  let windowStartMs = 0
  let count = 0
  return {
    /** Counts a message. False if the message exceeds the limit. */
    take(nowMs: number): boolean {
      if (nowMs - windowStartMs >= windowMs) {
        windowStartMs = nowMs
        count = 0
      }
      count += 1
      return count <= maxPerWindow
    },
  }
}

export type MessageLimiter = ReturnType<typeof createMessageLimiter>
