import { useNavigate } from '@tanstack/react-router'
import { call } from '../../shared/api/call.ts'
import { signOut } from '../../shared/store/store.ts'

/** Ends this log-in on the server and forgets the person here, also when the server cannot be reached. */
export function useLogOut(): () => Promise<void> {
  const navigate = useNavigate()
  return async () => {
    await call('logout')
    signOut()
    await navigate({ to: '/login', replace: true })
  }
}
