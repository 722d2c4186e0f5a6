import { useTranslation } from 'react-i18next'
import { errorText } from '../../shared/api/error-text.ts'
import { loadPlaylists } from '../../shared/store/load.ts'
import { Button } from '../../shared/ui/buttons/Button.tsx'
import { PageHeading } from '../../shared/ui/layout/PageHeading.tsx'
import { showToast } from '../../shared/ui/toasts/toast.ts'
import css from './OnboardingScreen.module.css'
import { PlaylistChoice } from './PlaylistChoice.tsx'
import type { PlaylistChoiceState } from './use-playlist-choice.ts'

/** The second step: the person chooses at least one playlist. A button stores the choice. */
export function PlaylistStep({ choice, onNext }: { choice: PlaylistChoiceState; onNext: () => void }) {
  const { t } = useTranslation()
  const marked = choice.playlists.some((playlist) => playlist.load)
  const next = async () => {
    if (choice.changed) {
      const answer = await choice.store()
      if (!answer) return
      if (!answer.ok) return void showToast({ text: errorText(t, answer), tone: 'bad' })
      await loadPlaylists()
    }
    onNext()
  }
  return (
    <>
      <PageHeading className={css.title} title={t('onboarding.playlists')} />
      <p className={css.text}>{t('onboarding.playlistsText')}</p>
      <div className={css.playlists}>
        <PlaylistChoice choice={choice} />
      </div>
      <div className={css.footer}>
        <Button
          tone="primary"
          icon="next"
          disabled={!marked}
          state={choice.saveState}
          onClick={() => void next()}
        >
          {t('onboarding.next')}
        </Button>
      </div>
    </>
  )
}
