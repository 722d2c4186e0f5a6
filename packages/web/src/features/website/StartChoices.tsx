import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { rememberTarget } from '../../shared/browser/login-target.ts'
import { buttonClass } from '../../shared/ui/buttons/Button.tsx'
import css from './StartChoices.module.css'

/**
 * The choices on the start page: to start a session, or to join one with a code (J7).
 * @param onStart is called by the first choice, for people who probably have an account; null if the choice opens
 * the registration
 */
export function StartChoices({ onStart }: { onStart: (() => void) | null }) {
  const { t } = useTranslation()
  const start = buttonClass({ tone: 'primary', size: 'l' })
  const remember = () => rememberTarget('/main/edit')
  return (
    <div className={css.choices}>
      {onStart ? (
        <button
          type="button"
          className={start}
          onClick={() => {
            remember()
            onStart()
          }}
        >
          {t('website.start')}
        </button>
      ) : (
        <Link to="/form" className={start} onClick={remember}>
          {t('website.start')}
        </Link>
      )}
      <Link to="/join" className={buttonClass({ size: 'l' })}>
        {t('code.title')}
      </Link>
    </div>
  )
}
