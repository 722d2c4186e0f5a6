import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { chooseTheme, storedTheme, THEMES } from '../../shared/ui/styles/theme.ts'
import { SelectEntry } from './SelectEntry.tsx'

/** Chooses the theme of the app on this device: light, dark, or that of the system (W2). */
export function ThemeEntry() {
  const { t } = useTranslation()
  const [current, setCurrent] = useState(storedTheme)
  return (
    <SelectEntry
      icon="theme"
      title={t('settings.theme.title')}
      text={t('settings.theme.text')}
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
