import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { buttonClass } from '../../shared/ui/buttons/Button.tsx'

export function RegisterLink() {
  const { t } = useTranslation()
  return (
    <Link to="/form" className={buttonClass({ tone: 'primary', size: 'l' })}>
      {t('how.start')}
    </Link>
  )
}
