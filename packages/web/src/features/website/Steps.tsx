import { Link, type LucideIcon, Play, ThumbsUp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import css from './pages.module.css'

/**
 * The steps with their icons. Only these icons are imported, because the first screen does not need the other icons
 * of the app.
 */
const steps: readonly { name: 'join' | 'play' | 'vote'; Sign: LucideIcon }[] = [
  { name: 'join', Sign: Link },
  { name: 'play', Sign: Play },
  { name: 'vote', Sign: ThumbsUp },
]

/** The how-to in three steps (spec section 1). */
export function Steps() {
  const { t } = useTranslation()
  return (
    <ol className={css.steps}>
      {steps.map(({ name, Sign }, index) => (
        <li key={name} className={css.step}>
          <span className={css.number} aria-hidden>
            {index + 1}
          </span>
          <span className={css.sign}>
            <Sign size={30} aria-hidden focusable={false} />
          </span>
          <h2 className={css.heading}>{t(`how.steps.${name}.title`)}</h2>
          <p className={css.text}>{t(`how.steps.${name}.text`)}</p>
        </li>
      ))}
    </ol>
  )
}
