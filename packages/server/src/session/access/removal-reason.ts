import type { RemovalReason } from '@jointly/contract'
import type { Refusal } from '../../platform/refusal.ts'

/** Converts a refusal to the reason that is shown to a user who was in the session before. */
export function removalReasonOf({ code }: Refusal): RemovalReason {
  return code === 'banned' || code === 'policy' || code === 'no-guests' ? code : 'not-found'
}
