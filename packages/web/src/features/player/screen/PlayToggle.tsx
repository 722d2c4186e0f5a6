import { useTranslation } from 'react-i18next'
import { Icon } from '../../../shared/ui/media/Icon.tsx'
import css from './PlayToggle.module.css'
import { isListeningOn, type PlayerView } from './player-view.ts'

type ToggleProps = {
  view: PlayerView
  /** Whether the session plays. */
  isRunning: boolean
  onToggle: () => void
}

/** Play or stop: one large button. A person without an account can start a session, but not stop it. */
export function PlayToggle({ view, isRunning, onToggle }: ToggleProps) {
  const { t } = useTranslation()
  const isSilent = view.listening === 'silent'
  const isOn = isListeningOn(view) && !isSilent
  const label = t(isOn ? 'player.stop' : 'player.play')
  return (
    <button
      type="button"
      className={css.toggle}
      aria-label={label}
      title={label}
      data-on={isOn || undefined}
      disabled={isSilent && isRunning}
      onClick={onToggle}
    >
      {view.listening === 'connecting' && <span className={css.busy} />}
      <Icon name={isOn ? 'stop' : 'play'} size={32} filled />
    </button>
  )
}
