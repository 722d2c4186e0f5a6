import { refuse } from '../../platform/refusal.ts'

/**
 * Refuses in the same words for sessions that are closed, deleted or unknown, or that let no guests in, so that nobody
 * learns which of these it is (S2).
 */
export const noInvitation = refuse('not-found', {
  message: 'You need an invitation for this session, or it has ended.',
})
