import { useTranslation } from 'react-i18next'
import { Button } from '../../../shared/ui/buttons/Button.tsx'

type PauseButtonProps = { isPaused: boolean; onPause: (paused: boolean) => void }

/** The button that pauses or resumes the music for everyone (H8). */
export function PauseButton({ isPaused, onPause }: PauseButtonProps) {
  const { t } = useTranslation()
  return (
    <Button
      size="s"
      tone={isPaused ? 'primary' : 'quiet'}
      icon={isPaused ? 'play' : 'pause'}
      onClick={() => onPause(!isPaused)}
    >
      {t(isPaused ? 'session.pause.resume' : 'session.pause.pause')}
    </Button>
  )
}
