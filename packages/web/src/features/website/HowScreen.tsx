import { useTranslation } from 'react-i18next'
import { PageHeading } from '../../shared/ui/layout/PageHeading.tsx'
import css from './pages.module.css'
import { Steps } from './Steps.tsx'
import { RegisterLink } from './RegisterLink.tsx'

export function HowScreen() {
  const { t } = useTranslation()
  return (
    <article className={css.page}>
      <PageHeading className={css.title} title={t('how.title')} />
      <Steps />
      <RegisterLink />
    </article>
  )
}
