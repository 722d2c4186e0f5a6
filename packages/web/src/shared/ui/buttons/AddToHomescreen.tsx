import { useTranslation } from 'react-i18next'
import { useInstall } from '../../browser/install.ts'
import css from './AddToHomescreen.module.css'
import { Button } from './Button.tsx'

/** A button that installs the app (D10). Renders nothing if the browser cannot install apps. */
export function AddToHomescreen() {
  const { t } = useTranslation()
  const install = useInstall()
  if (!install) return null
  return (
    <div className={css.offer}>
      <p>{t('settings.installText')}</p>
      <Button tone="primary" size="l" icon="download" onClick={install}>
        {t('settings.install')}
      </Button>
    </div>
  )
}
