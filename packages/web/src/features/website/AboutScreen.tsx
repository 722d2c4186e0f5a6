import { useTranslation } from 'react-i18next'
import { LogoMark } from '../../shared/ui/media/Logo.tsx'
import { PageHeading } from '../../shared/ui/layout/PageHeading.tsx'
import css from './pages.module.css'
import { RegisterLink } from './RegisterLink.tsx'

export function AboutScreen() {
  const { t } = useTranslation()
  return (
    <article className={css.page}>
      <LogoMark size={88} />
      <PageHeading className={css.title} title={t('about.lead')} />
      <p className={css.lead}>{t('about.body')}</p>
      <div className={css.pair}>
        <section>
          <h2 className="heading-large">{t('about.fairTitle')}</h2>
          <p className="secondary">{t('about.fair')}</p>
        </section>
        <section>
          <h2 className="heading-large">{t('about.yoursTitle')}</h2>
          <p className="secondary">{t('about.yours')}</p>
        </section>
      </div>
      <RegisterLink />
    </article>
  )
}
