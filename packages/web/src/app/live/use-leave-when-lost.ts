import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { FollowerState } from '../../features/session/model/follower.ts'
import { showToast } from '../../shared/ui/toasts/toast.ts'

/**
 * Closes the open session when another screen is shown and the person could not enter the session, because it cannot
 * play then (M2). A session that is still loading stays open (M1). If the person lost the access while another screen
 * was shown, a message says why.
 */
export function useLeaveWhenLost(state: FollowerState, isShown: boolean, onLeave: () => void): void {
  const { t } = useTranslation()
  const wasShown = useRef(isShown)
  useEffect(() => {
    const isLeavingScreen = wasShown.current
    wasShown.current = isShown
    if (isShown || state.phase === 'inside' || state.phase === 'loading') return
    if (!isLeavingScreen && state.phase === 'out') showToast({ text: t(`session.out.${state.reason}`) })
    onLeave()
  }, [state, isShown, onLeave, t])
}
