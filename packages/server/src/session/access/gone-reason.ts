import type { GoneReason } from '@jointly/contract'
import type { Refused } from '../../platform/refusal.ts'

/** Converts the refusal of a user who was in the session to the reason that their client shows. */
export function goneReasonOf({ code }: Refused): GoneReason {
  return code === 'banned' || code === 'policy' ? code : 'not-found'
}
