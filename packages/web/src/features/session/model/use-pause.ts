import { useTranslation } from 'react-i18next'
import { call } from '../../../shared/api/call.ts'
import { errorText } from '../../../shared/api/error-text.ts'
import { showToast } from '../../../shared/ui/toasts/toast.ts'

/**
 * Returns the function that pauses or resumes the music for everyone (H8). If the server accepts, it calls `refresh`,
 * which fetches the session. If the server refuses, it shows a message.
 */
export function usePause(ssid: string, refresh: () => void): (paused: boolean) => Promise<void> {
  const { t } = useTranslation()
  return async (paused) => {
    const answer = await call('pause', { params: { ssid }, body: { paused } })
    if (answer.ok) refresh()
    else showToast({ text: errorText(t, answer), tone: 'bad' })
  }
}
