import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useLayout } from '../../shared/browser/layout/layout.ts'
import { pathInShell, shellOf } from '../../shared/browser/paths.ts'

/** When the size of the window fits the other layout, opens the same screen there (spec section 2). */
export function useFittingShell(): void {
  const layout = useLayout()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const navigate = useNavigate()
  const fitting = layout === 'phone' ? '/app' : '/main'
  useEffect(() => {
    // Public pages belong to no layout, so their addresses stay as they are.
    if (/^\/(?:main|app)(?:\/|$)/.test(path) && shellOf(path) !== fitting)
      void navigate({ to: pathInShell(path, fitting), replace: true })
  }, [path, fitting, navigate])
}
