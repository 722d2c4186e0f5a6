import { type ComponentType, lazy, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useHeadingFocus } from '../../shared/ui/layout/use-heading-focus.ts'
import { WhenNear } from '../../shared/ui/layout/WhenNear.tsx'
import css from './Landing.module.css'

/**
 * Creates a component that loads after the first text of the page. If loading fails, the component renders nothing,
 * because the form works without it.
 */
const later = (load: () => Promise<ComponentType>) =>
  lazy(async () => ({ default: await load().catch(() => () => null) }))

// The demo and the steps load later, because on a phone they are below the visible part of the page.
const DemoSession = later(async () => (await import('./DemoSession.tsx')).DemoSession)
const Steps = later(async () => (await import('./Steps.tsx')).Steps)

type LandingProps = { brief?: boolean; isStart?: boolean; children: ReactNode }

/**
 * The start page: a description of Jointly, a demo session, and a form as `children`.
 * @param brief for people with a link to a session: the page has no steps, and on a phone also no demo and no
 * visible headline
 * @param isStart whether this is the start page. Its headline is the heading of the screen and gets the focus (D14).
 */
export function Landing({ brief = false, isStart = false, children }: LandingProps) {
  return (
    <div className={css.landing} data-brief={brief || undefined}>
      <Hero hasFocus={isStart} />
      <div className={css.entrance}>{children}</div>
      <WhenNear className={css.demo}>
        <DemoSession />
      </WhenNear>
      {!brief && (
        <WhenNear className={css.steps}>
          <Steps />
        </WhenNear>
      )}
    </div>
  )
}

/** The headline at the top of the start page, which is the same for everyone. */
export const LandingTop = () => (
  <div className={css.landing}>
    <Hero hasFocus={false} />
  </div>
)

function Hero({ hasFocus }: { hasFocus: boolean }) {
  const { t } = useTranslation()
  const heading = useHeadingFocus(hasFocus)
  return (
    <div className={css.hero}>
      <h1 ref={heading} tabIndex={-1} className={css.tagline}>
        {t('website.taglineStart')} <em className={css.jointly}>{t('website.taglineJointly')}</em>{' '}
        {t('website.taglineEnd')}
      </h1>
      <p className={css.pitch}>{t('website.pitch')}</p>
    </div>
  )
}
