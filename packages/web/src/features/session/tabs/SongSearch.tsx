import type { FoundSong } from '@jointly/contract'
import type { ReactNode, RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { SearchBox } from '../../../shared/ui/search/SearchBox.tsx'
import { SearchResults } from '../../../shared/ui/search/SearchResults.tsx'
import type { useSongSearch } from './use-song-search.ts'

type SongSearchProps = {
  songSearch: ReturnType<typeof useSongSearch>
  inputRef?: RefObject<HTMLInputElement | null>
  /** The content while the search box is empty. */
  start: ReactNode
  children: (songs: readonly FoundSong[]) => ReactNode
}

/** A search box for songs. `children` renders the found songs. */
export function SongSearch({ songSearch, inputRef, start, children }: SongSearchProps) {
  const { t } = useTranslation()
  const { text, setText, search, retry } = songSearch
  return (
    <>
      <SearchBox
        label={t('session.search.label')}
        placeholder={t('session.search.placeholder')}
        maxLength={200}
        value={text}
        onChange={setText}
        {...(inputRef && { inputRef })}
      />
      <SearchResults
        search={search}
        onRetry={retry}
        start={start}
        noneOf={(query) => ({
          title: t('session.search.none', { query }),
          text: t('session.search.noneText'),
        })}
        foundOf={(count) => t('session.search.found', { count })}
      >
        {children}
      </SearchResults>
    </>
  )
}
