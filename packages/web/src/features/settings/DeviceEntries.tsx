import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hasNotices, setNotices } from '../../shared/browser/notice-setting.ts'
import { isLanguage, LANGUAGES } from '../../shared/i18n/language.ts'
import { chooseLanguage } from '../../shared/i18n/load-texts.ts'
import { chooseTheme, storedTheme, THEMES } from '../../shared/ui/styles/theme.ts'
import { SelectEntry } from './SelectEntry.tsx'

/** The settings that apply only to this device: language, theme and notices. */
export const DeviceEntries = () => (
  <>
    <LanguageEntry />
    <ThemeEntry />
    <NoticesEntry />
  </>
)

/** Sets the language of the app on this device (W1). */
function LanguageEntry() {
  const { t, i18n } = useTranslation()
  return (
    <SelectEntry
      icon="public"
      title={t('settings.language')}
      text={t('settings.onThisDevice')}
      value={i18n.language}
      onChange={(value) => {
        if (isLanguage(value)) void chooseLanguage(value)
      }}
    >
      {Object.entries(LANGUAGES).map(([tag, name]) => (
        <option key={tag} value={tag} lang={tag}>
          {name}
        </option>
      ))}
    </SelectEntry>
  )
}

/** Sets the theme of the app on this device: light, dark, or the theme of the system (W2). */
function ThemeEntry() {
  const { t } = useTranslation()
  const [current, setCurrent] = useState(storedTheme)
  return (
    <SelectEntry
      icon="theme"
      title={t('settings.theme.title')}
      text={t('settings.onThisDevice')}
      value={current}
      onChange={(value) => {
        const theme = THEMES.find((each) => each === value) ?? 'system'
        chooseTheme(theme)
        setCurrent(theme)
      }}
    >
      {THEMES.map((theme) => (
        <option key={theme} value={theme}>
          {t(`settings.theme.${theme}`)}
        </option>
      ))}
    </SelectEntry>
  )
}

/** Switches the notices in sessions on or off on this device (U6). */
function NoticesEntry() {
  const { t } = useTranslation()
  const [on, setOn] = useState(hasNotices)
  return (
    <SelectEntry
      icon="alert"
      title={t('people.notice.setting')}
      text={t('people.notice.settingText')}
      value={on ? 'on' : 'off'}
      onChange={(value) => {
        setNotices(value === 'on')
        setOn(value === 'on')
      }}
    >
      <option value="on">{t('people.notice.on')}</option>
      <option value="off">{t('people.notice.off')}</option>
    </SelectEntry>
  )
}
