import { useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { CodeForm } from '../../shared/ui/forms/CodeForm.tsx'
import { PageHeading } from '../../shared/ui/layout/PageHeading.tsx'
import css from './invitation.module.css'
import { frame } from './PendingInvitation.tsx'

/**
 * The screen with the code field (J6). Below it is the text 'Coming Soon' for a list of public sessions, which does
 * not exist yet (spec section 2).
 */
export function JoinScreen() {
  const { t } = useTranslation()
  const { unknown } = useSearch({ strict: false })
  return (
    <div className={css.join}>
      <section className={`${frame} ${css.card}`}>
        <PageHeading className={css.title} title={t('code.title')} />
        <p className={css.text}>{t('code.text')}</p>
        <CodeForm key={unknown} {...(unknown && { unknown })} />
      </section>
      <section className={css.soon}>
        <h2 className="heading-large">{t('join.soon')}</h2>
        <p>
          <strong>{t('join.title')}</strong>
        </p>
        <p className={css.text}>{t('join.text')}</p>
      </section>
    </div>
  )
}
