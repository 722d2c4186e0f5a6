import type { Playlist } from '@jointly/contract'
import { useTranslation } from 'react-i18next'
import { call } from '../../shared/api/call.ts'
import { requestListening } from '../../shared/browser/sound/listen-request.ts'
import { allowSound } from '../../shared/browser/sound/page-audio.ts'
import { screenPath } from '../../shared/browser/paths.ts'
import { useGo } from '../../shared/browser/layout/use-shell.ts'
import { loadInvites } from '../../shared/store/load-lists.ts'
import { IconButton } from '../../shared/ui/buttons/Button.tsx'
import { useReportedAction } from '../../shared/ui/buttons/use-reported-action.ts'

const TITLE_MAX_LENGTH = 80

/**
 * The button that starts a session with a playlist as its fallback. It also opens the session and starts the sound
 * (H7).
 */
export function StartButton({ playlist }: { playlist: Playlist }) {
  const { t } = useTranslation()
  const go = useGo()
  const { state, run } = useReportedAction()

  function start(): void {
    allowSound()
    const title =
      [...playlist.title.trim()].slice(0, TITLE_MAX_LENGTH).join('').trim() || t('account.startTitle')
    const body = { title, managed: false, isPrivate: false, fallback: playlist.id }
    void run(
      () => call('createSession', { body }),
      ({ id }) => {
        requestListening(id)
        void loadInvites()
        go(screenPath.session(id))
      },
    )
  }

  return (
    <IconButton
      icon="play"
      state={state}
      label={t('account.start', { title: playlist.title })}
      onClick={start}
    />
  )
}
