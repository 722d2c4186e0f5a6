const windowMs = 10_000
const maxPerWindow = 200

/** Limits socket messages to 200 in ten seconds (B4). The player of a page sends about two a second. */
export function createMessageLimiter() {
  let windowStartMs = 0
  let count = 0
  return {
    /** Counts a message. False if it exceeds the limit. */
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
