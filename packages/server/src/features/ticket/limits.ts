import type { Allowance } from '../../platform/http/rate-limit.ts'

const TEN_MINUTES_MS = 10 * 60_000

export const CLAIMS_PER_ADDRESS: Allowance = { name: 'claim', attempts: 30, windowMs: TEN_MINUTES_MS }
/** Tickets made by the call and by the page count together. */
export const TICKETS_PER_PERSON: Allowance = { name: 'ticket', attempts: 60, windowMs: TEN_MINUTES_MS }
export const PAGES_PER_PERSON: Allowance = { name: 'ticket-page', attempts: 60, windowMs: TEN_MINUTES_MS }
