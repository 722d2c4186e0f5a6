import { refuse } from '../../platform/refusal.ts'

/**
 * The refusal for closed, deleted and unknown sessions, and for sessions that let no guests in. All of them get the
 * same text, so that the text does not reveal whether such a session exists (S2).
 */
export const noInvitation = refuse('not-found', {
  message: 'You need an invitation for this session, or it has ended.',
})
