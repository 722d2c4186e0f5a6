/** Counts calls of each app over rolling windows. Times are epoch ms. */
export function createCallLimits() {
  const calls = new Map<string, number[]>()

  /** Seconds until a call fits again into `limit` calls per `windowMs`; 0 when it fits now. */
  const waitSec = (times: readonly number[], limit: number, windowMs: number, nowMs: number): number => {
    const recent = times.filter((time) => time > nowMs - windowMs)
    if (recent.length < limit) return 0
    const freedAt = (recent[recent.length - Math.max(limit, 1)] ?? nowMs) + windowMs
    return Math.max(1, Math.ceil((freedAt - nowMs) / 1000))
  }

  return {
    /** Notes the call if it is allowed; else tells which limit refuses it and for how many seconds. */
    take(
      clientId: string,
      limits: { readonly per30s: number | null; readonly perDay: number | null },
      nowMs: number,
    ): { readonly limit: 'rate' | 'quota'; readonly waitSec: number } | null {
      if (limits.per30s === null && limits.perDay === null) {
        calls.delete(clientId)
        return null
      }
      const times = (calls.get(clientId) ?? []).filter((time) => time > nowMs - 86_400_000)
      calls.set(clientId, times)
      const quotaWait = limits.perDay === null ? 0 : waitSec(times, limits.perDay, 86_400_000, nowMs)
      if (quotaWait > 0) return { limit: 'quota', waitSec: quotaWait }
      const rateWait = limits.per30s === null ? 0 : waitSec(times, limits.per30s, 30_000, nowMs)
      if (rateWait > 0) return { limit: 'rate', waitSec: rateWait }
      times.push(nowMs)
      return null
    },
  }
}
