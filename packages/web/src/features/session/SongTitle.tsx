import type { Song } from '@jointly/contract'
import { createContext, use } from 'react'
import { useTranslation } from 'react-i18next'
import css from './SongTitle.module.css'

/** The name of the provider if its terms require a link with every song. Otherwise null. */
export const Attribution = createContext<string | null>(null)

/** A song's title, with a link to the song at the provider if the provider requires that. */
export function SongTitle({ song }: { song: Song }) {
  const { t } = useTranslation()
  const provider = use(Attribution)
  const title = (
    <>
      {song.title}
      {song.explicit && (
        <abbr className={css.explicit} title={t('session.song.explicit')}>
          E
        </abbr>
      )}
    </>
  )
  if (provider === null || song.link === null) return <span title={song.title}>{title}</span>
  return (
    <a
      className={css.link}
      href={song.link}
      target="_blank"
      rel="noopener noreferrer"
      title={t('session.head.openSong', { title: song.title, provider })}
    >
      {title}
    </a>
  )
}
