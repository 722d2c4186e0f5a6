const dayMs = 86_400_000

type Limits = { readonly per30s: number | null; readonly perDay: number | null }
type ExceededLimit = { readonly limit: 'rate' | 'quota'; readonly waitSec: number }

/** Counts the calls of each app in the last 30 seconds and in the last day. Times are epoch milliseconds. */
export function createCallLimiter() {
  const calls = new Map<string, number[]>()

  return {
    /**
     * Counts the call and returns null if it is allowed. Otherwise returns the limit that is reached, and how long
     * to wait.
     */
    take(clientId: string, { per30s, perDay }: Limits, nowMs: number): ExceededLimit | null {
      if (per30s === null && perDay === null) {
        calls.delete(clientId)
        return null
      }
      const times = (calls.get(clientId) ?? []).filter((time) => time > nowMs - dayMs)
      calls.set(clientId, times)
      const quotaWaitSec = perDay === null ? 0 : waitSec(times, perDay, dayMs, nowMs)
      if (quotaWaitSec > 0) return { limit: 'quota', waitSec: quotaWaitSec }
      const rateWaitSec = per30s === null ? 0 : waitSec(times, per30s, 30_000, nowMs)
      if (rateWaitSec > 0) return { limit: 'rate', waitSec: rateWaitSec }
      times.push(nowMs)
      return null
    },
  }
}

/**
 * Returns how many seconds to wait until one more call is allowed by a limit of `limit` calls per `windowMs`. 0
 * if it is allowed now.
 */
function waitSec(times: readonly number[], limit: number, windowMs: number, nowMs: number): number {
  const recent = times.filter((time) => time > nowMs - windowMs)
  if (recent.length < limit) return 0
  const freeAtMs = (recent[recent.length - Math.max(limit, 1)] ?? nowMs) + windowMs
  return Math.max(1, Math.ceil((freeAtMs - nowMs) / 1000))
}
