import { useCallback, useState } from 'react'
import { call } from '../../../shared/api/call.ts'
import type { Refusal } from '../../../shared/api/error-text.ts'

/** How one invitation stands: on its way, sent, or refused (spec section 4). Absent: not sent yet. */
export type InviteState = 'sending' | 'sent' | { readonly failed: Refusal }

export type Inviting = { states: ReadonlyMap<string, InviteState>; invite(friendId: string): Promise<void> }

/** Invites friends into a session, each on their own; a second invitation is the same one (I1). */
export function useInviting(ssid: string): Inviting {
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
