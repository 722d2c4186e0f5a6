import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { showToast } from '../../../shared/ui/toasts/toast.ts'
import type { SessionLink } from './follower.ts'

/** Shows a message when the host declines a song of this person that was waiting for approval (H9). */
export function useDeclinedSongs(ssid: string, link: Pick<SessionLink, 'onMessage'>): void {
  const { t } = useTranslation()
  useEffect(
    () =>
      link.onMessage((message) => {
        if (message.type === 'declined' && message.ssid === ssid)
          showToast({ text: t('session.waiting.declined', { title: message.title }) })
      }),
    [t, ssid, link],
  )
}
