import { useEffect, useRef, useState } from 'react'
import type { SongPreview } from '../../../shared/browser/sound/preview-controls.ts'
import { refusalKeyOf } from '../rule-text.ts'
import { AddingNote } from './AddingNote.tsx'
import { ArtistOrAlbum } from './ArtistOrAlbum.tsx'
import { PreviewContext } from './PreviewCover.tsx'
import type { SearchMemory } from './search-memory.ts'
import css from './SearchTab.module.css'
import { type SongListProps, SongRow } from './SongRow.tsx'
import { SongSearch } from './SongSearch.tsx'
import { SongSuggestions } from './SongSuggestions.tsx'
import { useScrollPosition } from './use-scroll-position.ts'
import { useOpenPages } from './use-open-pages.ts'
import { useSongSearch } from './use-song-search.ts'

/** The parts of the search that last longer than its open tab. */
export type SearchParts = {
  /** The texts and results of the search (Q1). */
  memory: SearchMemory
  /** The preview of songs. Null if previews are not available. */
  preview: SongPreview | null
}

type SearchTabProps = SongListProps & {
  ssid: string
  search: SearchParts
  /**
   * Whether the person has just opened the tab. Then the search box gets the focus, so that the person can type
   * without a further press.
   */
  isJustOpened: boolean
}

/** The tab with the search for songs: the suggestions, the results, and the pages of artists and albums. */
export function SearchTab({ ssid, search, isJustOpened, ...listing }: SearchTabProps) {
  const { memory, preview } = search
  const songSearch = useSongSearch(ssid, memory.typed, refusalKeyOf(listing.view))
  const { pages, hasMoved, open, back } = useOpenPages(memory)
  const page = pages.at(-1)
  const inside = useScrollPosition(page?.scrollTop ?? memory.scrollTop)
  const input = useRef<HTMLInputElement>(null)
  // If the tab shows stored results, the search box does not get the focus. Otherwise the keyboard of a phone would
  // cover the results.
  const [isTypingFirst] = useState(songSearch.text === '' && pages.length === 0)
  useEffect(() => {
    if (isJustOpened && isTypingFirst) input.current?.focus({ preventScroll: true })
  }, [isJustOpened, isTypingFirst])
  const stopPreview = preview?.stop
  // The preview stops when a page opens or closes, and when the tab closes. Then its song may not be visible any
  // more.
  useEffect(() => stopPreview, [page, stopPreview])
  return (
    <PreviewContext value={preview}>
      <div ref={inside}>
        <AddingNote view={listing.view} />
        <div className={css.search} hidden={page !== undefined}>
          <SongSearch
            songSearch={songSearch}
            inputRef={input}
            start={<SongSuggestions ssid={ssid} memory={memory.suggestions} onOpen={open} {...listing} />}
          >
            {(songs) => (
              <ul>
                {songs.map((song) => (
                  <li key={song.id}>
                    <SongRow song={song} onOpen={open} {...listing} />
                  </li>
                ))}
              </ul>
            )}
          </SongSearch>
        </div>
        {page && (
          <ArtistOrAlbum
            key={pages.length}
            ssid={ssid}
            open={page}
            isJustOpened={hasMoved}
            onBack={back}
            onOpen={open}
            {...listing}
          />
        )}
      </div>
    </PreviewContext>
  )
}
