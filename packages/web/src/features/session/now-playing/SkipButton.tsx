import { type SkipGroup, skipProgress } from '@jointly/domain'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../../shared/ui/media/Icon.tsx'
import css from './SkipButton.module.css'

type SkipProps = SkipGroup & {
  /** The percentage of listeners who want to skip. */
  skips: number
  /** The percentage of listeners that is needed to skip the song. */
  skipPercent: number
  wished: boolean
  disabled: boolean
  /** Whether the button is small and has no count, as in the mini-player. */
  isSmall?: boolean
  onWish: (wish: boolean) => void
}

/**
 * The button for the wish to skip (K2). The bar shows the number of wishes as a share of the needed number. The text
 * below the button shows both numbers.
 */
export function SkipButton(props: SkipProps) {
  const { skips, listenerCount, skipPercent, wished, disabled, isSmall = false, onWish } = props
  const { t } = useTranslation()
  const { wishCount, neededCount, percent } = skipProgress(disabled ? 0 : skips, props, skipPercent)
  const wishes = t('session.skip.wishes', { wishes: wishCount, count: listenerCount })
  const missing = t('session.skip.missing', { count: Math.max(0, neededCount - wishCount) })
  return (
    <span className={css.skip} data-small={isSmall || undefined}>
      <button
        type="button"
        className={css.button}
        aria-label={t(wished ? 'session.skip.take' : 'session.skip.wish')}
        title={t(wished ? 'session.skip.take' : 'session.skip.wish')}
        aria-pressed={wished}
        disabled={disabled}
        onClick={() => onWish(!wished)}
      >
        <Icon name="skip" size={isSmall ? 20 : 26} filled={wished} />
      </button>
      <span
        className={css.bar}
        role="meter"
        aria-label={`${wishes} ${missing}`}
        title={`${wishes} ${missing}`}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <i style={{ transform: `scaleY(${percent / 100})` }} />
      </span>
      {wishCount > 0 && !isSmall && (
        <span className={css.count} aria-hidden>
          {t('session.skip.needed', { wishes: wishCount, count: neededCount })}
        </span>
      )}
    </span>
  )
}
