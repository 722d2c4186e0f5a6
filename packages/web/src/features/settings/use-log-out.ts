import { useNavigate } from '@tanstack/react-router'
import type { Answer } from '@jointly/contract'
import { useCallback } from 'react'
import { call } from '../../shared/api/call.ts'
import { signOut } from '../../shared/store/store.ts'

/** Forgets the person on this device and goes to the start. */
export function useGoodbye(): () => Promise<void> {
  const navigate = useNavigate()
  return useCallback(async () => {
    signOut()
    await navigate({ to: '/', replace: true })
  }, [navigate])
}

/** Ends this log-in on the server and forgets the person here, also when the server cannot be reached. */
export function useLogOut(): () => Promise<void> {
  const goodbye = useGoodbye()
  return async () => {
    await call('logout')
    await goodbye()
  }
}

/** Ends every log-in of the person. Unlike a log-out it must reach the server: a refusal is the answer, and all stays. */
export function useLogOutEverywhere(): () => Promise<Answer<unknown>> {
  const goodbye = useGoodbye()
  return async () => {
    const answer = await call('logout', { body: { everywhere: true } })
    if (answer.ok) await goodbye()
    return answer
  }
}
