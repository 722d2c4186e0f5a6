import { useTranslation } from 'react-i18next'
import { isLanguage, LANGUAGES } from '../../shared/i18n/language.ts'
import { chooseLanguage } from '../../shared/i18n/load-texts.ts'
import { SelectEntry } from './SelectEntry.tsx'

/** Chooses the language of the app on this device (W1). */
export function LanguageEntry() {
  const { t, i18n } = useTranslation()
  return (
    <SelectEntry
      icon="public"
      title={t('settings.language')}
      text={t('settings.languageText')}
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
