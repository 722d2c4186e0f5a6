import { useLayoutEffect, useRef } from 'react'
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

/** After a blocked sound, a press on stop is ignored for this number of milliseconds (M8). */
const IGNORED_MS = 500

/**
 * Returns a function that returns whether a press on stop must be ignored. The button for a blocked sound becomes the
 * stop button when the sound begins, so the press may be meant for the earlier button. The time begins again with each
 * ignored press (V9).
 */
function useIgnoredStop(isBlocked: boolean): () => boolean {
  const lastMs = useRef(-Infinity)
  useLayoutEffect(() => {
    if (!isBlocked) return
    return () => {
      lastMs.current = performance.now()
    }
  }, [isBlocked])
  return () => {
    const nowMs = performance.now()
    const isIgnored = nowMs - lastMs.current < IGNORED_MS
    if (isIgnored) lastMs.current = nowMs
    return isIgnored
  }
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
  const isIgnored = useIgnoredStop(isBlocked)
  const press = () => {
    if (!isOn || !isIgnored()) onToggle()
  }
  return (
    <button
      type="button"
      className={css.toggle}
      aria-label={label}
      title={label}
      data-on={isOn || undefined}
      data-small={isSmall || undefined}
      disabled={isSilent && isRunning}
      onClick={isBlocked ? onUnlock : press}
    >
      {view.listening === 'connecting' && <span className={css.busy} />}
      <Icon name={isOn ? 'stop' : 'play'} size={isSmall ? 22 : 32} filled />
    </button>
  )
}
