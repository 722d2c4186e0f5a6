import { useTranslation } from 'react-i18next'
import { loadPlaylists } from '../../shared/store/load.ts'
import { Button } from '../../shared/ui/buttons/Button.tsx'
import { PageHeading } from '../../shared/ui/layout/PageHeading.tsx'
import css from './OnboardingScreen.module.css'
import { PlaylistChoice } from './PlaylistChoice.tsx'
import { type PlaylistDraft, usePlaylistChoice } from './use-playlist-choice.ts'

/** The second step: the person chooses at least one playlist. A button stores the choice. */
export function PlaylistStep({ draft, onNext }: { draft: PlaylistDraft; onNext: () => void }) {
  const { t } = useTranslation()
  const choice = usePlaylistChoice(draft, true)
  const marked = choice.playlists.some((playlist) => playlist.load)
  const next = () => {
    if (!choice.changed) return onNext()
    choice.store(() => void loadPlaylists().then(onNext))
  }
  return (
    <>
      <PageHeading className={css.title} title={t('onboarding.playlists')} />
      <p className={css.text}>{t('onboarding.playlistsText')}</p>
      <div className={css.playlists}>
        <PlaylistChoice choice={choice} />
      </div>
      <div className={css.footer}>
        <Button tone="primary" icon="next" disabled={!marked} state={choice.saveState} onClick={next}>
          {t('onboarding.next')}
        </Button>
      </div>
    </>
  )
}
