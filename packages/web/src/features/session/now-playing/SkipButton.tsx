import { skipProgress } from '@jointly/domain'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../../shared/ui/media/Icon.tsx'
import { useSessionActions } from '../model/use-session.ts'
import type { SessionView } from '../model/session-view.ts'
import css from './SkipButton.module.css'

type SkipProps = {
  view: SessionView
  /** Whether the button is small and has no count, as in the mini-player. */
  isSmall?: boolean
}

/**
 * The button for the wish to skip (K2). The bar shows the number of wishes as a share of the needed number. The text
 * below the button shows both numbers.
 */
export function SkipButton({ view: { shared, you }, isSmall = false }: SkipProps) {
  const { t } = useTranslation()
  const { setSkipWish } = useSessionActions()
  const disabled = shared.nowPlaying.song === null
  const skips = disabled ? 0 : shared.skips
  const { wishCount, neededCount, percent } = skipProgress(skips, shared, shared.setup.skipPercent)
  const wishes = t('session.skip.wishes', { wishes: wishCount, count: shared.listenerCount })
  const missing = t('session.skip.missing', { count: Math.max(0, neededCount - wishCount) })
  return (
    <span className={css.skip} data-small={isSmall || undefined}>
      <button
        type="button"
        className={css.button}
        aria-label={t(you.skip ? 'session.skip.take' : 'session.skip.wish')}
        title={t(you.skip ? 'session.skip.take' : 'session.skip.wish')}
        aria-pressed={you.skip}
        disabled={disabled}
        onClick={() => void setSkipWish(!you.skip)}
      >
        <Icon name="skip" size={isSmall ? 20 : 26} filled={you.skip} />
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
