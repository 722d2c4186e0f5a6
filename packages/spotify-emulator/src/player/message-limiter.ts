const messageWindowMs = 10_000
const maxMessagesPerWindow = 200

export type MessageLimiter = ReturnType<typeof createMessageLimiter>

/**
 * Limits the messages of a grant's sockets to 200 in ten seconds (B4). This is enough, because the player of a page
 * sends about two messages per second.
 */
export function createMessageLimiter() {
  let windowStartMs = 0
  let count = 0
  return {
    /** Counts a message. Returns false if the message exceeds the limit. */
    take(nowMs: number): boolean {
      // If the clock was set back, a new window begins. The old one would last until the clock has caught up.
      if (nowMs < windowStartMs || nowMs - windowStartMs >= messageWindowMs) {
        windowStartMs = nowMs
        count = 0
      }
      count += 1
      return count <= maxMessagesPerWindow
    },
  }
}
