import { useTranslation } from 'react-i18next'
import { Icon, type IconName } from '../../shared/ui/Icon.tsx'
import css from './pages.module.css'

const steps: readonly { name: 'join' | 'play' | 'vote'; icon: IconName }[] = [
  { name: 'join', icon: 'link' },
  { name: 'play', icon: 'play' },
  { name: 'vote', icon: 'thumb_up' },
]

/** The how-to in three steps (spec section 1). */
export function Steps() {
  const { t } = useTranslation()
  return (
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
  )
}
