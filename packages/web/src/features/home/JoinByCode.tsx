import { useTranslation } from 'react-i18next'
import { CodeForm } from '../../shared/ui/forms/CodeForm.tsx'
import css from './JoinByCode.module.css'

/** The section of the home screen with the code field (J6). */
export function JoinByCode() {
  const { t } = useTranslation()
  return (
    <section className={css.join}>
      <h2 className={css.title}>{t('code.title')}</h2>
      <p className="secondary">{t('code.text')}</p>
      <CodeForm />
    </section>
  )
}
