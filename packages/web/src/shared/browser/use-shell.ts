import { useLocation, useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { type Shell, shellOf } from './paths.ts'

/** The shell the person is in now. */
export const useShell = (): Shell => useLocation({ select: ({ pathname }) => shellOf(pathname) })

/** Goes to an address below the current shell: `go(screenPath.accounts())`. */
export function useGo() {
  const shell = useShell()
  const navigate = useNavigate()
  return useCallback(
    (path: string, options: { replace?: boolean } = {}) =>
      void navigate({ to: shell + path, replace: options.replace ?? false }),
    [shell, navigate],
  )
}
