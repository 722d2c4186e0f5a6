import { useLocation, useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { type Shell, shellOf } from '../paths.ts'

/** Returns `/app` or `/main`: the layout of the current address. */
export const useShell = (): Shell => useLocation({ select: ({ pathname }) => shellOf(pathname) })

/** Returns a function that opens a screen in the current layout: `go(screenPath.accounts())`. */
export function useGo() {
  const shell = useShell()
  const navigate = useNavigate()
  return useCallback(
    (path: string, options: { replace?: boolean } = {}) =>
      void navigate({ to: shell + path, replace: options.replace ?? false }),
    [shell, navigate],
  )
}
