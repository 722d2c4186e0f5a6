import { useTranslation } from 'react-i18next'
import { errorText } from '../../../shared/api/error-text.ts'
import { showToast } from '../../../shared/ui/toasts/toast.ts'
import type { SessionControls } from './use-session.ts'

/** Returns the function that sets or withdraws the person's wish to skip. If the server refuses, it shows a message. */
export function useSkipWish({
  setSkipWish,
}: Pick<SessionControls, 'setSkipWish'>): (wish: boolean) => Promise<void> {
  const { t } = useTranslation()
  return async (wish) => {
    const answer = await setSkipWish(wish)
    if (answer && !answer.ok)
      showToast({ text: `${t('session.skip.failed')} ${errorText(t, answer)}`, tone: 'bad' })
  }
}
