import { useLocation, useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { type Shell, shellOf } from '../paths.ts'

/** The current layout, from the address. */
export const useShell = (): Shell => useLocation({ select: ({ pathname }) => shellOf(pathname) })

/** Opens an address in the current layout: `go(screenPath.accounts())`. */
export function useGo() {
  const shell = useShell()
  const navigate = useNavigate()
  return useCallback(
    (path: string, options: { replace?: boolean } = {}) =>
      void navigate({ to: shell + path, replace: options.replace ?? false }),
    [shell, navigate],
  )
}
