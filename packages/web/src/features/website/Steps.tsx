import { Link, type LucideIcon, Play, ThumbsUp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import css from './pages.module.css'

/**
 * The steps with their icons. The icons are imported one by one, so that the first screen need not load the file
 * with all icons of the app.
 */
const steps: readonly { name: 'join' | 'play' | 'vote'; Sign: LucideIcon }[] = [
  { name: 'join', Sign: Link },
  { name: 'play', Sign: Play },
  { name: 'vote', Sign: ThumbsUp },
]

/** The three steps that explain how Jointly works (spec section 1). */
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
          <h2 className="heading-large">{t(`how.steps.${name}.title`)}</h2>
          <p className="secondary">{t(`how.steps.${name}.text`)}</p>
        </li>
      ))}
    </ol>
  )
}
