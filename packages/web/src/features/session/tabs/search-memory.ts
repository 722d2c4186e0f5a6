import type { Album, Artist, FoundSong, Suggestions } from '@jointly/contract'
import { NOTHING_TYPED, type TypedSearch } from '../../../shared/ui/search/use-search.ts'
import { type Kept, keep } from '../../../shared/ui/states/use-kept.ts'

/** An artist or album whose songs are shown in the search (Q6, Q7). */
export type SongPage = { kind: 'artist'; artist: Artist } | { kind: 'album'; album: Album }

/** An open page: its songs (null until they are loaded), and its scroll position in pixels. */
export type OpenPage = {
  page: SongPage
  songs: Kept<readonly FoundSong[] | null>
  scrollTop: Kept<number>
}

/** What the search stores while a session is open, so that it continues when it is shown again (Q1). */
export type SearchMemory = {
  typed: Kept<TypedSearch<readonly FoundSong[]>>
  /** The suggestions, and the id of the song during which they were loaded. */
  suggestions: Kept<{ during: string | null; loaded: Suggestions } | null>
  /** The scroll position of the search without an open page, in pixels. */
  scrollTop: Kept<number>
  /** The open pages. The last one is shown. */
  pages: Kept<readonly OpenPage[]>
  /** The result of `marksKeyOf` when the songs were loaded (F3, H5). */
  marks: Kept<string | null>
}

export const createSearchMemory = (): SearchMemory => ({
  typed: keep<TypedSearch<readonly FoundSong[]>>(NOTHING_TYPED),
  suggestions: keep<ReturnType<SearchMemory['suggestions']['get']>>(null),
  scrollTop: keep(0),
  pages: keep<readonly OpenPage[]>([]),
  marks: keep<string | null>(null),
})

export const createOpenPage = (page: SongPage): OpenPage => ({
  page,
  songs: keep<readonly FoundSong[] | null>(null),
  scrollTop: keep(0),
})

/** Returns a view of the kept suggestions that contains only those loaded during this song (Q5). */
export const suggestionsDuring = (
  kept: SearchMemory['suggestions'],
  songId: string | null,
): Kept<Suggestions | null> => ({
  get() {
    const last = kept.get()
    return last?.during === songId ? last.loaded : null
  },
  set: (loaded) => kept.set(loaded && { during: songId, loaded }),
})
