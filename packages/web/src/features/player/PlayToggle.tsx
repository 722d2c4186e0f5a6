import { useTranslation } from 'react-i18next'
import { Icon } from '../../shared/ui/Icon.tsx'
import { Spinner } from '../../shared/ui/Spinner.tsx'
import css from './PlayToggle.module.css'
import { isListeningOn, type PlayerView } from './view.ts'

/** Play or stop: one large button. */
export function PlayToggle({ view, onToggle }: { view: PlayerView; onToggle: () => void }) {
  const { t } = useTranslation()
  const isOn = isListeningOn(view)
  const label = t(isOn ? 'player.stop' : 'player.play')
  return (
    <button
      type="button"
      className={css.toggle}
      aria-label={label}
      title={label}
      data-on={isOn || undefined}
      onClick={onToggle}
    >
      {view.listening === 'connecting' && (
        <span className={css.busy}>
          <Spinner size={84} />
        </span>
      )}
      <Icon name={isOn ? 'stop' : 'play'} size={32} filled />
    </button>
  )
}
