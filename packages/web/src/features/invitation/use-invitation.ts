import type { Answer, Invitation } from '@jointly/contract'
import { useEffect, useState } from 'react'
import { loadCalls, notReached } from '../../shared/api/load-calls.ts'

type Refusal = Extract<Answer<Invitation>, { ok: false }>

export type InvitationState =
  | { kind: 'loading' }
  | { kind: 'ready'; invitation: Invitation }
  | { kind: 'refused'; refusal: Refusal }

/** Fetches the invitation of a session (J2). `retry` fetches it again. */
export function useInvitation(ssid: string): { state: InvitationState; retry: () => void } {
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useState<InvitationState>({ kind: 'loading' })
  useEffect(() => {
    const request = new AbortController()
    setState({ kind: 'loading' })
    const fetchInvitation = async () => {
      const answer = await loadCalls().then(
        ({ call }) => call('invitation', { query: { ssid }, signal: request.signal }),
        () => notReached,
      )
      if (request.signal.aborted) return
      setState(answer.ok ? { kind: 'ready', invitation: answer.value } : { kind: 'refused', refusal: answer })
    }
    void fetchInvitation()
    return () => request.abort()
  }, [ssid, attempt])
  return { state, retry: () => setAttempt((before) => before + 1) }
}
