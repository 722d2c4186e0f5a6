import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { buttonClass } from '../../shared/ui/Button.tsx'
import { Icon, type IconName } from '../../shared/ui/Icon.tsx'
import css from './pages.module.css'

const steps: readonly { name: 'join' | 'play' | 'vote'; icon: IconName }[] = [
  { name: 'join', icon: 'link' },
  { name: 'play', icon: 'play' },
  { name: 'vote', icon: 'thumb_up' },
]

/** How it works, in three steps. */
export function HowScreen() {
  const { t } = useTranslation()
  return (
    <article className={css.page}>
      <h1 className={css.title}>{t('how.title')}</h1>
      <ol className={css.steps}>
        {steps.map(({ name, icon }, index) => (
          <li key={name} className={css.step}>
            <span className={css.number} aria-hidden>
              {index + 1}
            </span>
            <span className={css.sign}>
              <Icon name={icon} size={30} />
            </span>
            <h2 className={css.heading}>{t(`how.steps.${name}.title`)}</h2>
            <p className={css.text}>{t(`how.steps.${name}.text`)}</p>
          </li>
        ))}
      </ol>
      <Link to="/form" className={buttonClass({ tone: 'primary', size: 'l' })}>
        {t('how.start')}
      </Link>
    </article>
  )
}
