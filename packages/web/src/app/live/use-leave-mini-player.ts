import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useGo } from '../../shared/browser/layout/use-shell.ts'
import { screenPath } from '../../shared/browser/paths.ts'
import { loadInvites } from '../../shared/store/load-lists.ts'
import { showToast } from '../../shared/ui/toasts/toast.ts'
import { after } from '../../shared/browser/timers.ts'

/**
 * The home list is loaded again after this many milliseconds. By then the server no longer counts the person as
 * active in the session.
 */
const LEFT_AFTER_MS = 1000

/**
 * Returns a function for the mini-player's close button: it leaves the session, and shows a message with a button
 * that opens the session again (M2).
 */
export function useLeaveMiniPlayer(ssid: string, title: string, onLeave: () => void): () => void {
  const { t } = useTranslation()
  const go = useGo()
  return useCallback(() => {
    onLeave()
    showToast({
      text: t('session.options.left', { title }),
      action: {
        label: t('session.mini.open', { title }),
        run: () => go(screenPath.session(ssid)),
        isUndo: true,
      },
    })
    after(LEFT_AFTER_MS, () => void loadInvites())
  }, [ssid, title, onLeave, go, t])
}
