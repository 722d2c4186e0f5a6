import { useTranslation } from 'react-i18next'
import css from './pages.module.css'
import { Steps } from './Steps.tsx'
import { RegisterLink } from './RegisterLink.tsx'

export function HowScreen() {
  const { t } = useTranslation()
  return (
    <article className={css.page}>
      <h1 className={css.title}>{t('how.title')}</h1>
      <Steps />
      <RegisterLink />
    </article>
  )
}
