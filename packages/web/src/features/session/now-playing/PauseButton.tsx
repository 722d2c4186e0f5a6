import { useTranslation } from 'react-i18next'
import { Button } from '../../../shared/ui/buttons/Button.tsx'
import { useSessionActions } from '../model/use-session.ts'

/** The button that pauses or resumes the music for everyone (H8). */
export function PauseButton({ isPaused }: { isPaused: boolean }) {
  const { t } = useTranslation()
  const { setPaused } = useSessionActions()
  return (
    <Button
      size="s"
      tone={isPaused ? 'primary' : 'quiet'}
      icon={isPaused ? 'play' : 'pause'}
      onClick={() => void setPaused(!isPaused)}
    >
      {t(isPaused ? 'session.pause.resume' : 'session.pause.pause')}
    </Button>
  )
}
