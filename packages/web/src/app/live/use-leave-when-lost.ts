import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { SessionState } from '../../features/session/model/follower.ts'
import { showToast } from '../../shared/ui/toasts/toast.ts'

/**
 * Closes the session that is open behind another screen when the person is no longer inside, because it cannot play
 * any more (M2). A message says why.
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
