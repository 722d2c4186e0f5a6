import { useTranslation } from 'react-i18next'
import { screenPath } from '../../shared/browser/paths.ts'
import { Screen } from '../../shared/ui/layout/Screen.tsx'
import { BackLink, ShellLink } from '../../shared/ui/buttons/ShellLink.tsx'
import { AddToHomescreen } from '../../shared/ui/buttons/AddToHomescreen.tsx'
import css from './SettingsScreen.module.css'

const platforms = ['ios', 'android', 'desktop'] as const

/**
 * Explains how to add the app to the home screen (D10). If the browser can install the app, there is also a button.
 */
export function SetupScreen() {
  const { t } = useTranslation()
  return (
    <Screen
      title={t('settings.setup')}
      intro={t('settings.setupText')}
      back={<BackLink to={screenPath.settings()} />}
    >
      {!window.isSecureContext && <p role="note">{t('settings.setupInsecure')}</p>}
      <AddToHomescreen />
      <div className={css.cards}>
        {platforms.map((platform) => (
          <section key={platform} className={css.card}>
            <h2>{t(`settings.setupHow.${platform}.title`)}</h2>
            <p>{t(`settings.setupHow.${platform}.text`)}</p>
          </section>
        ))}
      </div>
      {/* The link at the end can get the focus. So people without a mouse can also scroll to the end. */}
      <p className={css.alone}>
        <ShellLink to={screenPath.settings()}>{t('browse.toSettings')}</ShellLink>
      </p>
    </Screen>
  )
}
