import { limit, type RateLimit, type RateLimiter } from '../../platform/http/rate-limit.ts'
import type { Refusal } from '../../platform/refusal.ts'
import type { ChatPerson } from './store.ts'

/** Limits the lines that one person writes (C10). */
const LINES_PER_PERSON: RateLimit = { name: 'chat', attempts: 10, windowMs: 10_000 }
/** Limits the lines that all people of a session write together (C10). */
const LINES_PER_SESSION: RateLimit = { name: 'chat-session', attempts: 100, windowMs: 10_000 }

/** Counts a new line of a person. @returns the refusal with the seconds to wait, or null (C10) */
export function limitLines(limiter: RateLimiter, { userId, ssid }: ChatPerson): Promise<Refusal | null> {
  return limit(limiter, [
    [LINES_PER_PERSON, userId],
    [LINES_PER_SESSION, ssid],
  ])
}
