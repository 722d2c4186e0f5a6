import { limit, type RateLimit, type RateLimiter } from '../../platform/http/rate-limit.ts'
import type { Refusal } from '../../platform/refusal.ts'

const CHANGES_PER_PERSON: RateLimit = { name: 'session-people', attempts: 60, windowMs: 60_000 }

/**
 * Limits how often a person bans, mutes, gives roles, and pairs or removes big screens in sessions, because each of these
 * changes writes a line to the log (A4, A8).
 */
export function limitPeopleChanges(limiter: RateLimiter, userId: string): Promise<Refusal | null> {
  return limit(limiter, [[CHANGES_PER_PERSON, userId]])
}

/**
 * Counts the people whom a save of the options changed (A4). `limitPeopleChanges` has counted the save as one change
 * already. A save is never refused because it changes many people, but the next changes may have to wait.
 */
export async function countPeopleChanges(
  limiter: RateLimiter,
  userId: string,
  changes: number,
): Promise<void> {
  if (changes > 1) await limiter.consume([CHANGES_PER_PERSON, userId], changes - 1)
}
