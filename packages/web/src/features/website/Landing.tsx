import { lazy, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { DemoSession } from './DemoSession.tsx'
import css from './Landing.module.css'

// Below the fold: it comes after the first words are on the screen.
const Steps = lazy(async () => ({ default: (await import('./Steps.tsx')).Steps }))

/**
 * The public face: what this is, a session to look at, and the form that lets one in (as child).
 *
 * @param brief whether a phone shows the form first, for those who have decided already; others find the how-to below
 */
export function Landing({ brief = false, children }: { brief?: boolean; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <div className={css.landing} data-brief={brief || undefined}>
      <div className={css.hero}>
        <h1 className={css.tagline}>
          {t('website.taglineStart')} <em className={css.jointly}>{t('website.taglineJointly')}</em>{' '}
          {t('website.taglineEnd')}
        </h1>
        <p className={css.pitch}>{t('website.pitch')}</p>
      </div>
      <div className={css.entrance}>{children}</div>
      <div className={css.demo}>
        <DemoSession />
      </div>
      {!brief && (
        <div className={css.steps}>
          <Suspense>
            <Steps />
          </Suspense>
        </div>
      )}
    </div>
  )
}
