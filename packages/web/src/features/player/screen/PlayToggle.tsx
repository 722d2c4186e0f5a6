import { useTranslation } from 'react-i18next'
import { Icon } from '../../../shared/ui/media/Icon.tsx'
import css from './PlayToggle.module.css'
import { isListeningOn, type PlayerView } from './player-view.ts'

type ToggleProps = {
  view: PlayerView
  /** Whether the session plays a song. */
  isRunning: boolean
  onToggle: () => void
  /** Unlocks a blocked sound. Null if another button does this; then the play button is large. */
  onUnlock: (() => void) | null
}

/**
 * The large button for play and stop. A person without an account can start the session with it, but cannot stop it.
 */
export function PlayToggle({ view, isRunning, onToggle, onUnlock }: ToggleProps) {
  const { t } = useTranslation()
  const isSilent = view.listening === 'silent'
  const isBlocked = onUnlock !== null && view.listening === 'blocked'
  const isOn = isListeningOn(view) && !isSilent && !isBlocked
  const label = t(isBlocked ? 'player.unlock' : isOn ? 'player.stop' : 'player.play')
  const isSmall = onUnlock !== null
  return (
    <button
      type="button"
      className={css.toggle}
      aria-label={label}
      title={label}
      data-on={isOn || undefined}
      data-small={isSmall || undefined}
      disabled={isSilent && isRunning}
      onClick={isBlocked ? onUnlock : onToggle}
    >
      {view.listening === 'connecting' && <span className={css.busy} />}
      <Icon name={isOn ? 'stop' : 'play'} size={isSmall ? 22 : 32} filled />
    </button>
  )
}
