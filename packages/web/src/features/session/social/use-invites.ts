import { useCallback, useState } from 'react'
import { call } from '../../../shared/api/call.ts'
import type { FailedAnswer } from '../../../shared/api/error-text.ts'

/** The state of one invitation (spec section 4). There is no state before the invitation is sent. */
export type InviteState = 'sending' | 'sent' | { readonly failed: FailedAnswer }

export type InviteControls = {
  states: ReadonlyMap<string, InviteState>
  invite(friendId: string): Promise<void>
}

/**
 * Returns a function that invites a friend to a session, and the states of the invitations. A second invitation of
 * the same friend makes no second invite (I1).
 */
export function useInvites(ssid: string): InviteControls {
  const [states, setStates] = useState<ReadonlyMap<string, InviteState>>(new Map())
  const invite = useCallback(
    async (friendId: string) => {
      const set = (state: InviteState) => setStates((before) => new Map(before).set(friendId, state))
      set('sending')
      const answer = await call('invite', { body: { invitedID: friendId, ssid } })
      set(answer.ok ? 'sent' : { failed: answer })
    },
    [ssid],
  )
  return { states, invite }
}
