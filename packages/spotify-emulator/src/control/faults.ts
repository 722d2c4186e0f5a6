import * as z from 'zod/mini'

/** Faults that the provider has on purpose, for tests. By default there is no fault. */
export const Faults = z.object({
  /** Whether the owner of the app has Premium. If false, every API call is refused. */
  ownerPremium: z.boolean(),
  /** Ids of the people that the app may serve; null for everyone. */
  allowlist: z.nullable(z.array(z.string())),
  /** Ids of people without Premium. */
  freePeople: z.array(z.string()),
  /** Whether the answer of `GET /me` has the field `product`. Most apps of 2026 do not get this field. */
  productFieldVisible: z.boolean(),
  /**
   * Whether lists also contain unusual entries that the real service sometimes sends: null, local files, and null
   * fields (`api/odd-entries.ts`).
   */
  oddEntries: z.boolean(),
  /** The number of calls that an app may make in 30 s; null for no limit. */
  rateLimitPer30s: z.nullable(z.int().check(z.nonnegative())),
  /**
   * The number of calls that an app may make in 24 h; null for no limit. After that, the answer is
   * `QUOTA_EXCEEDED`.
   */
  quotaPerDay: z.nullable(z.int().check(z.nonnegative())),
  /** The response that replaces the answers of the next `times` API calls to paths that start with `path`. */
  failNext: z.nullable(
    z.object({
      status: z.int().check(z.minimum(400), z.maximum(599)),
      body: z.string(),
      times: z.int().check(z.minimum(1)),
      path: z.optional(z.string()),
      retryAfterSec: z.optional(z.int()),
    }),
  ),
  /** How long a device stays in the list of devices after its connection broke. */
  deviceReapMs: z.int().check(z.nonnegative(), z.maximum(24 * 3_600_000)),
  /** The answer to a successful player command: 204, or 200 with a short text. */
  playerOkMode: z.enum(['204', '200text']),
  /** The number of milliseconds that is added to the provider's clock. A test uses it to let tokens expire. */
  clockSkewMs: z.int(),
})
export type Faults = z.infer<typeof Faults>

export const noFaults: Faults = {
  ownerPremium: true,
  allowlist: null,
  freePeople: [],
  productFieldVisible: false,
  oddEntries: false,
  rateLimitPer30s: null,
  quotaPerDay: null,
  failNext: null,
  deviceReapMs: 10_000,
  playerOkMode: '204',
  clockSkewMs: 0,
}

export type FaultSwitches = ReturnType<typeof createFaultSwitches>

export function createFaultSwitches(initial: Partial<Faults>) {
  const base: Faults = { ...noFaults, ...initial }
  let current = base
  return {
    current: (): Faults => current,
    replace: (next: Faults): Faults => {
      current = next
      return current
    },
    reset: (): Faults => {
      current = base
      return current
    },
    /**
     * Returns the configured failure for a request to this path, and reduces its remaining count. Null if there is
     * none.
     */
    takeFailure(path: string): Faults['failNext'] {
      const failure = current.failNext
      if (failure === null || !path.startsWith(failure.path ?? '')) return null
      current = { ...current, failNext: failure.times > 1 ? { ...failure, times: failure.times - 1 } : null }
      return failure
    },
  }
}
