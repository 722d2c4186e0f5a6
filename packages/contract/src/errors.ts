import { providerFailures, voteRules } from '@jointly/domain'
import * as z from 'zod/mini'
import { Options } from './entities/options.ts'

/** All refusals of the server with their HTTP status (E1). The list is closed. */
export const errorStatus = {
  malformed: 400,
  unauthenticated: 401,
  credentials: 401,
  forbidden: 403,
  guest: 403,
  'no-guests': 403,
  policy: 403,
  banned: 403,
  muted: 403,
  'chat-off': 403,
  'not-found': 404,
  method: 405,
  'too-many': 409,
  taken: 409,
  stale: 409,
  flavor: 409,
  rule: 409,
  'not-inside': 409,
  'not-linked': 409,
  'no-passkeys': 409,
  reconnect: 409,
  'link-state': 409,
  'link-denied': 409,
  'provider-refused': 409,
  'too-large': 413,
  'media-type': 415,
  invalid: 422,
  ticket: 422,
  passkey: 422,
  reset: 422,
  'rate-limited': 429,
  internal: 500,
  'provider-away': 503,
  'provider-limit': 503,
  'database-away': 503,
} as const satisfies Record<string, number>

export type ErrorCode = keyof typeof errorStatus

const codes = Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]]

/**
 * The body of every refusal.
 * - `fields`: the invalid inputs by their path (`data.username`), each with a short word as the reason (`required`).
 * With `forbidden`, the section of the options that the user may not change (R2).
 * - `item`: the item of the flavor (the session's song rules) that refused a song (F3).
 * - `rule`: the rule of the host that refused a vote (H1).
 * - `current`: with `stale`, the stored options that the user may see (R4).
 * - `reason`: the failure at the streaming service (L13).
 */
export const ErrorBody = z.object({
  error: z.object({
    code: z.enum(codes),
    message: z.string(),
    reason: z.optional(z.enum(providerFailures)),
    fields: z.optional(z.record(z.string(), z.string())),
    requestId: z.optional(z.string()),
    item: z.optional(z.object({ kind: z.string(), id: z.string(), label: z.string() })),
    rule: z.optional(z.enum(voteRules)),
    current: z.optional(Options),
  }),
})

export type CallError = z.infer<typeof ErrorBody>['error']
