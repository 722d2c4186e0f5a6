import type { GoneReason } from '@jointly/contract'
import type { Refused } from '../../platform/refusal.ts'

/** The reason that the client of a refused user gets when the user was inside. */
export function goneReasonOf({ code }: Refused): GoneReason {
  return code === 'banned' || code === 'policy' ? code : 'not-found'
}
