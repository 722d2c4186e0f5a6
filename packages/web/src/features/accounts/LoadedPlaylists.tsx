import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../shared/store/store.ts'
import { Cover } from '../../shared/ui/media/Cover.tsx'
import css from './LoadedPlaylists.module.css'
import { StartButton } from './StartButton.tsx'

/** The loaded playlists as cards. Each card of a playlist with songs has a button that starts a session (H7). */
export function LoadedPlaylists() {
  const { t } = useTranslation()
  const id = useId()
  const playlists = useStore((state) => state.playlists).filter(({ load }) => load)
  if (playlists.length === 0) return null
  return (
    <section className={css.playlists} aria-labelledby={id}>
      <h2 id={id} className="heading-large">
        {t('accounts.loaded')}
      </h2>
      <p className={css.text}>{t('account.playlistsText')}</p>
      <ul className={css.grid}>
        {playlists.map((playlist) => (
          <li key={playlist.id}>
            <Cover
              src={playlist.cover}
              seed={playlist.id + playlist.title}
              size="fill"
              className={css.cover}
            />
            <div className={css.line}>
              <span className={css.names}>
                <strong className="two-lines" dir="auto">
                  {playlist.title}
                </strong>
                <span className="secondary-small">{t('account.songs', { count: playlist.total })}</span>
              </span>
              {playlist.imported > 0 && <StartButton playlist={playlist} />}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
