/**
 * Things that matter for a few minutes, by key. Strangers can make them appear, so there are never more than `most`:
 * the oldest give way.
 */
export function createExpiring<T>(lifetimeMs: number, most = 10_000) {
  const entries = new Map<string, { readonly value: T; readonly expiresAtMs: number }>()
  return {
    set(key: string, value: T, nowMs: number): void {
      entries.set(key, { value, expiresAtMs: nowMs + lifetimeMs })
      const [oldest] = entries.keys()
      if (entries.size > most && oldest !== undefined) entries.delete(oldest)
    },
    get(key: string, nowMs: number): T | 'expired' | undefined {
      const entry = entries.get(key)
      if (entry === undefined) return undefined
      return entry.expiresAtMs <= nowMs ? 'expired' : entry.value
    },
    delete: (key: string): boolean => entries.delete(key),
  }
}
