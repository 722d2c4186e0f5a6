const windowMs = 10_000
const mostPerWindow = 200

/** Counts socket messages: at most 200 in ten seconds (B4). A page's player sends about two a second. */
export function createMessageRate() {
  let sinceMs = 0
  let count = 0
  return {
    /** Notes a message; false when it is one too many. */
    take(nowMs: number): boolean {
      if (nowMs - sinceMs >= windowMs) {
        sinceMs = nowMs
        count = 0
      }
      count += 1
      return count <= mostPerWindow
    },
  }
}

export type MessageRate = ReturnType<typeof createMessageRate>
