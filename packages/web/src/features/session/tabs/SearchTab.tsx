import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../shared/api/error-text.ts'
import { SearchBox } from '../../../shared/ui/SearchBox.tsx'
import { SkeletonRows } from '../../../shared/ui/Skeleton.tsx'
import { EmptyState, ErrorState } from '../../../shared/ui/StateNote.tsx'
import { useOnChange } from '../use-on-change.ts'
import css from './SearchTab.module.css'
import { type Listing, SongRow } from './SongRow.tsx'
import { type SongSearch, useSongSearch } from './use-song-search.ts'

/** Search box and results. */
export function SearchTab({ ssid, autoFocus, ...listing }: Listing & { ssid: string; autoFocus: boolean }) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const { text, setText, search, retry } = useSongSearch(ssid)
  // Another flavor refuses other songs (F3).
  useOnChange(listing.inside.shared.setup.version, retry)
  useEffect(() => {
    if (autoFocus) input.current?.focus({ preventScroll: true })
  }, [autoFocus])
  return (
    <div className={css.search}>
      <SearchBox
        label={t('session.search.label')}
        placeholder={t('session.search.placeholder')}
        maxLength={200}
        value={text}
        onChange={setText}
        inputRef={input}
      />
      <Results search={search} retry={retry} {...listing} />
    </div>
  )
}

function Results({ search, retry, ...listing }: Listing & { search: SongSearch; retry: () => void }) {
  const { t } = useTranslation()
  switch (search.state) {
    case 'empty':
      return (
        <EmptyState icon="music" title={t('session.search.start')} text={t('session.search.startText')} />
      )
    case 'searching':
      return <SkeletonRows count={5} />
    case 'failed':
      return <ErrorState text={errorText(t, search.refused)} onRetry={retry} />
    case 'found':
      if (search.found.length === 0)
        return (
          <EmptyState
            icon="search"
            title={t('session.search.none', { query: search.query })}
            text={t('session.search.noneText')}
          />
        )
      return (
        <>
          <p className="visually-hidden" role="status">
            {t('session.search.found', { count: search.found.length })}
          </p>
          <ul>
            {search.found.map((song) => (
              <li key={song.id}>
                <SongRow song={song} {...listing} />
              </li>
            ))}
          </ul>
        </>
      )
  }
}
