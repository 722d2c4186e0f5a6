import type { RateLimit } from '../../platform/http/rate-limit.ts'

const TEN_MINUTES_MS = 10 * 60_000

export const CLAIMS_PER_ADDRESS: RateLimit = { name: 'claim', attempts: 30, windowMs: TEN_MINUTES_MS }
/** Limits new tickets per user. Tickets from the API and from the page count together. */
export const TICKETS_PER_PERSON: RateLimit = { name: 'ticket', attempts: 60, windowMs: TEN_MINUTES_MS }
export const PAGES_PER_PERSON: RateLimit = { name: 'ticket-page', attempts: 60, windowMs: TEN_MINUTES_MS }
