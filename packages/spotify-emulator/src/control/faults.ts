import * as z from 'zod/mini'

const wholeMs = z.int().check(z.nonnegative(), z.maximum(400 * 24 * 3_600_000))

/**
 * How the provider misbehaves on purpose. The values at start are the product's own: nothing is late, limited
 * or refused.
 */
export const Faults = z.object({
  /** False: the app's owner has no Premium, every call answers the gate's text. */
  ownerPremium: z.boolean(),
  /** Ids of the people the app may serve; null: everyone. */
  allowlist: z.nullable(z.array(z.string())),
  /** Ids of people who have no Premium today. */
  freePeople: z.array(z.string()),
  /** `/me` tells `product` (most apps of 2026 do not get it). */
  productFieldVisible: z.boolean(),
  /** An app from before 2026: `/playlists/{id}/tracks` still exists. */
  legacyApp: z.boolean(),
  /**
   * Lists hold what the real service's hold at times: entries that are null, local files, episodes, and fields that are
   * null (owner, name, snapshot, images, album; `api/odd-entries.ts`).
   */
  oddEntries: z.boolean(),
  /** Calls an app may make in a rolling 30 s; null: any number. */
  rateLimitPer30s: z.nullable(z.int().check(z.nonnegative())),
  /** Calls an app may make in a rolling 24 h (`QUOTA_EXCEEDED`); null: any number. */
  quotaPerDay: z.nullable(z.int().check(z.nonnegative())),
  /** Answer the next `times` API calls, or those whose path starts with `path`, with this instead. */
  failNext: z.nullable(
    z.object({
      status: z.int().check(z.minimum(400), z.maximum(599)),
      body: z.string(),
      times: z.int().check(z.minimum(1)),
      path: z.optional(z.string()),
      retryAfterSec: z.optional(z.int()),
    }),
  ),
  /** How long a device that said `ready` stays unknown to the Web API. */
  deviceRegisterLagMs: wholeMs,
  /** How long a device whose page is gone stays listed. */
  deviceReapMs: wholeMs,
  /** How long a player command takes to reach its device. */
  commandLatencyMs: wholeMs,
  /** Player calls succeed with 204, with 200 and a short text, or with each in turn. */
  playerOkMode: z.enum(['204', '200text', 'mixed']),
  refreshLifetimeMs: wholeMs,
  accessLifetimeMs: wholeMs,
  /** Added to the provider's clock, to see tokens expire. */
  clockSkewMs: z.int(),
})
export type Faults = z.infer<typeof Faults>

const day = 24 * 3_600_000

export const noFaults: Faults = {
  ownerPremium: true,
  allowlist: null,
  freePeople: [],
  productFieldVisible: false,
  legacyApp: false,
  oddEntries: false,
  rateLimitPer30s: null,
  quotaPerDay: null,
  failNext: null,
  deviceRegisterLagMs: 0,
  deviceReapMs: 10_000,
  commandLatencyMs: 0,
  playerOkMode: '204',
  refreshLifetimeMs: 182 * day,
  accessLifetimeMs: 3_600_000,
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
    /** The failure this call has to answer, counted down; null when it may go on. */
    takeFailure(path: string): Faults['failNext'] {
      const failure = current.failNext
      if (failure === null || !path.startsWith(failure.path ?? '')) return null
      current = { ...current, failNext: failure.times > 1 ? { ...failure, times: failure.times - 1 } : null }
      return failure
    },
  }
}
