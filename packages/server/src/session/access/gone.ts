import type { GoneReason } from '@jointly/contract'
import type { Refused } from '../../platform/refusal.ts'

/** What someone who is refused is told when they were inside. */
export function goneReasonOf({ code }: Refused): GoneReason {
  return code === 'banned' || code === 'policy' ? code : 'not-found'
}
