import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../../shared/ui/states/StateNote.tsx'
import { useOnChange } from '../use-on-change.ts'
import css from './SearchTab.module.css'
import { type SongListProps, SongRow } from './SongRow.tsx'
import { SongSearch } from './SongSearch.tsx'
import { useSongSearch } from './use-song-search.ts'

/** The tab with the search for songs. */
export function SearchTab({
  ssid,
  autoFocus,
  ...listing
}: SongListProps & { ssid: string; autoFocus: boolean }) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const songSearch = useSongSearch(ssid)
  // Searches again, because with new options the flavor (song rules) may refuse other songs (F3).
  useOnChange(listing.view.shared.setup.version, songSearch.retry)
  useEffect(() => {
    if (autoFocus) input.current?.focus({ preventScroll: true })
  }, [autoFocus])
  return (
    <div className={css.search}>
      <SongSearch
        songSearch={songSearch}
        inputRef={input}
        start={
          <EmptyState icon="music" title={t('session.search.start')} text={t('session.search.startText')} />
        }
      >
        {(songs) => (
          <ul>
            {songs.map((song) => (
              <li key={song.id}>
                <SongRow song={song} {...listing} />
              </li>
            ))}
          </ul>
        )}
      </SongSearch>
    </div>
  )
}
