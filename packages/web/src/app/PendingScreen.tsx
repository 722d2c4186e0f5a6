import { useTranslation } from 'react-i18next'
import { LogoMark } from '../shared/ui/media/Logo.tsx'

/** The screen that is shown while the code of another screen is loading. */
export function PendingScreen() {
  const { t } = useTranslation()
  return (
    <p className="boot" role="status" aria-label={t('state.loading')}>
      <LogoMark size={72} />
    </p>
  )
}
