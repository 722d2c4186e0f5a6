import { useNavigate } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { endLoginOnServer } from '../../shared/api/log-out.ts'
import { forgetReturning } from '../../shared/browser/returning-person.ts'
import { signOut } from '../../shared/store/store.ts'
import type { ButtonState } from '../../shared/ui/buttons/Button.tsx'

/**
 * Returns a function that removes the person's data from this device and opens the start page.
 * @param isDeleted whether the account was deleted; if true, the start page says so
 */
export function useForgetPerson(): (isDeleted?: boolean) => Promise<void> {
  const navigate = useNavigate()
  return useCallback(
    async (isDeleted = false) => {
      signOut()
      if (isDeleted) forgetReturning()
      await navigate({ to: '/login', search: isDeleted ? { ended: 'deleted' } : {}, replace: true })
    },
    [navigate],
  )
}

/**
 * Returns a function that ends the current login on the server, and the state of its button. The person's data are
 * removed from this device even if the server does not answer.
 */
export function useLogOut(): { state: ButtonState; logOut: () => Promise<void> } {
  const forgetPerson = useForgetPerson()
  const [state, setState] = useState<ButtonState>('default')
  const logOut = async () => {
    setState('loading')
    await endLoginOnServer()
    await forgetPerson()
  }
  return { state, logOut }
}
