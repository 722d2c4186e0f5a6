import type { Album, Artist, FoundSong, Suggestions } from '@jointly/contract'
import { NOTHING_TYPED, type TypedSearch } from '../../../shared/ui/search/use-search.ts'
import { type Atom, createAtom } from '../../../shared/ui/states/use-atom.ts'

/** The artist or album of a page in the search (Q6, Q7). */
export type SongPage = { kind: 'artist'; artist: Artist } | { kind: 'album'; album: Album }

/**
 * An artist or album that is open in the search. `songs` is null until its songs are loaded. `scrollTop` is the scroll
 * position in pixels.
 */
export type OpenPage = {
  page: SongPage
  songs: Atom<readonly FoundSong[] | null>
  scrollTop: Atom<number>
}

/**
 * The state of the search. It is stored while a session is open, so that the search looks the same when the tab is
 * opened again (Q1).
 */
export type SearchMemory = {
  typed: Atom<TypedSearch<readonly FoundSong[]>>
  /** The suggestions, and the id of the song that played when they were loaded. Null before they are loaded. */
  suggestions: Atom<{ during: string | null; loaded: Suggestions } | null>
  /** The scroll position of the search while no page is open, in pixels. */
  scrollTop: Atom<number>
  /** The open pages. The screen shows the last page. */
  pages: Atom<readonly OpenPage[]>
  /**
   * The result of `refusalKeyOf` when the songs were loaded. If the result is different now, the songs are loaded again
   * (F3, H5).
   */
  refusalKey: Atom<string | null>
}

export const createSearchMemory = (): SearchMemory => ({
  typed: createAtom<TypedSearch<readonly FoundSong[]>>(NOTHING_TYPED),
  suggestions: createAtom<ReturnType<SearchMemory['suggestions']['get']>>(null),
  scrollTop: createAtom(0),
  pages: createAtom<readonly OpenPage[]>([]),
  refusalKey: createAtom<string | null>(null),
})

export const createOpenPage = (page: SongPage): OpenPage => ({
  page,
  songs: createAtom<readonly FoundSong[] | null>(null),
  scrollTop: createAtom(0),
})

/**
 * Returns an atom for the stored suggestions. Its value is null if another song plays than when the suggestions were
 * loaded (Q5).
 */
export const suggestionsDuring = (
  memory: SearchMemory['suggestions'],
  songId: string | null,
): Atom<Suggestions | null> => ({
  get() {
    const last = memory.get()
    return last?.during === songId ? last.loaded : null
  },
  set: (loaded) => memory.set(loaded && { during: songId, loaded }),
})
