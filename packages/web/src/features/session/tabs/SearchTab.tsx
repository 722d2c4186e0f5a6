import { useCallback, useEffect, useRef, useState } from 'react'
import type { SongPreview } from '../../../shared/browser/sound/song-preview.ts'
import { useOnChange } from '../use-on-change.ts'
import { marksKeyOf } from '../rule-text.ts'
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

type SearchTabProps = SongListProps & {
  ssid: string
  memory: SearchMemory
  /** The preview of songs. Null if previews are not available. */
  preview: SongPreview | null
  /**
   * Whether the person has just opened the tab. Then the search box gets the focus, so that the person can type
   * without a further press.
   */
  isJustOpened: boolean
}

/** The tab with the search for songs: the suggestions, the results, and the pages of artists and albums. */
export function SearchTab({ ssid, memory, preview, isJustOpened, ...listing }: SearchTabProps) {
  const songSearch = useSongSearch(ssid, memory.typed)
  const { pages, hasMoved, open, back } = useOpenPages(memory)
  const page = pages.at(-1)
  const inside = useScrollPosition(page?.scrollTop ?? memory.scrollTop)
  const round = useNewMarks(memory, marksKeyOf(listing.view), songSearch.retry)
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
            start={
              <SongSuggestions
                key={round}
                ssid={ssid}
                memory={memory.suggestions}
                onOpen={open}
                {...listing}
              />
            }
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
            key={`${round} ${pages.length}`}
            ssid={ssid}
            open={page}
            takesFocus={hasMoved}
            onBack={back}
            onOpen={open}
            {...listing}
          />
        )}
      </div>
    </PreviewContext>
  )
}

/**
 * Loads the songs of the search again when the session may refuse different songs (F3, H5).
 * @returns a number that increases with each load
 */
function useNewMarks(memory: SearchMemory, marks: string, searchAgain: () => void): number {
  const [round, setRound] = useState(0)
  const refresh = useCallback(() => {
    memory.suggestions.set(null)
    for (const { songs } of memory.pages.get()) songs.set(null)
    searchAgain()
    setRound((before) => before + 1)
  }, [memory, searchAgain])
  useOnChange(marks, refresh, memory.marks)
  return round
}
