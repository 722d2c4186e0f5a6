import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { SessionState } from '../../features/session/model/follower.ts'
import { showToast } from '../../shared/ui/toasts/toast.ts'

/**
 * Ends a session behind another screen when the person is not inside it: nothing plays there, so there is nothing to
 * keep (M2). A session that ends while it is behind another screen says why.
 */
export function useLeaveWhenLost(state: SessionState, isShown: boolean, onLeave: () => void): void {
  const { t } = useTranslation()
  const wasShown = useRef(isShown)
  useEffect(() => {
    const isLeavingScreen = wasShown.current
    wasShown.current = isShown
    if (isShown || state.phase === 'inside') return
    if (!isLeavingScreen && state.phase === 'out') showToast({ text: t(`session.out.${state.reason}`) })
    onLeave()
  }, [state, isShown, onLeave, t])
}
