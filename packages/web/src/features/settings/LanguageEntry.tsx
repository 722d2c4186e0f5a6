import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { isLanguage, LANGUAGES } from '../../shared/i18n/language.ts'
import { chooseLanguage } from '../../shared/i18n/load-texts.ts'
import { Row } from '../../shared/ui/layout/Row.tsx'
import { IconCircle } from '../../shared/ui/media/IconCircle.tsx'
import css from './SettingsScreen.module.css'

/** Chooses the language of the app on this device (W1). */
export function LanguageEntry() {
  const { t, i18n } = useTranslation()
  const id = useId()
  return (
    <Row
      start={<IconCircle name="public" />}
      title={<label htmlFor={id}>{t('settings.language')}</label>}
      detail={<span className={css.wrap}>{t('settings.languageText')}</span>}
      end={
        <select
          id={id}
          value={i18n.language}
          onChange={({ target }) => {
            if (isLanguage(target.value)) void chooseLanguage(target.value)
          }}
        >
          {Object.entries(LANGUAGES).map(([tag, name]) => (
            <option key={tag} value={tag} lang={tag}>
              {name}
            </option>
          ))}
        </select>
      }
    />
  )
}
