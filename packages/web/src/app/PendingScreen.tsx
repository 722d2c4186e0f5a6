import { useTranslation } from 'react-i18next'
import { LogoMark } from '../shared/ui/media/Logo.tsx'

/** What stands where a screen will be, while its code is fetched. */
export function PendingScreen() {
  const { t } = useTranslation()
  return (
    <p className="boot" role="status" aria-label={t('state.loading')}>
      <LogoMark size={72} />
    </p>
  )
}
