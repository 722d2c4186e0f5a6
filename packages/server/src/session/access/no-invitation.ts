import { refuse } from '../../platform/refusal.ts'

/**
 * The same refusal for closed, deleted and unknown sessions, and for sessions that let no guests in. The text
 * is the same so that nobody learns which of these a session is (S2).
 */
export const noInvitation = refuse('not-found', {
  message: 'You need an invitation for this session, or it has ended.',
})
