import { useTranslation } from 'react-i18next'
import { useInstall } from '../../shared/browser/install.ts'
import { screenPath } from '../../shared/browser/paths.ts'
import { Button } from '../../shared/ui/Button.tsx'
import { Screen } from '../../shared/ui/Screen.tsx'
import { BackLink } from '../../shared/ui/ShellLink.tsx'
import css from './SettingsScreen.module.css'

const platforms = ['ios', 'android', 'desktop'] as const

/** How to keep the app on the home screen (D10); with a button where the browser offers it. */
export function SetupScreen() {
  const { t } = useTranslation()
  const install = useInstall()
  return (
    <Screen
      title={t('settings.setup')}
      intro={t('settings.setupText')}
      back={<BackLink to={screenPath.settings()} />}
    >
      {install && (
        <div className={css.offer}>
          <p>{t('settings.installText')}</p>
          <Button tone="primary" size="l" icon="download" onClick={install}>
            {t('settings.install')}
          </Button>
        </div>
      )}
      <div className={css.cards}>
        {platforms.map((platform) => (
          <section key={platform} className={css.card}>
            <h2>{t(`settings.setupHow.${platform}.title`)}</h2>
            <p>{t(`settings.setupHow.${platform}.text`)}</p>
          </section>
        ))}
      </div>
    </Screen>
  )
}
