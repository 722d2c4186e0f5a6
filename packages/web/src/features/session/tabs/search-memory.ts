import type { Album, Artist, FoundSong, Suggestions } from '@jointly/contract'
import { NOTHING_TYPED, type TypedSearch } from '../../../shared/ui/search/use-search.ts'
import { type Atom, createAtom } from '../../../shared/ui/states/use-atom.ts'

/** An artist or album whose songs are shown in the search (Q6, Q7). */
export type SongPage = { kind: 'artist'; artist: Artist } | { kind: 'album'; album: Album }

/** An open page: its songs (null until they are loaded), and its scroll position in pixels. */
export type OpenPage = {
  page: SongPage
  songs: Atom<readonly FoundSong[] | null>
  scrollTop: Atom<number>
}

/** What the search stores while a session is open, so that it continues when it is shown again (Q1). */
export type SearchMemory = {
  typed: Atom<TypedSearch<readonly FoundSong[]>>
  /** The suggestions, and the id of the song that played when they were loaded. */
  suggestions: Atom<{ during: string | null; loaded: Suggestions } | null>
  /** The scroll position of the search without an open page, in pixels. */
  scrollTop: Atom<number>
  /** The open pages. The last one is shown. */
  pages: Atom<readonly OpenPage[]>
  /**
   * The result of `marksKeyOf` when the songs were loaded. If it has changed since, they are loaded again (F3, H5).
   */
  marks: Atom<string | null>
}

export const createSearchMemory = (): SearchMemory => ({
  typed: createAtom<TypedSearch<readonly FoundSong[]>>(NOTHING_TYPED),
  suggestions: createAtom<ReturnType<SearchMemory['suggestions']['get']>>(null),
  scrollTop: createAtom(0),
  pages: createAtom<readonly OpenPage[]>([]),
  marks: createAtom<string | null>(null),
})

export const createOpenPage = (page: SongPage): OpenPage => ({
  page,
  songs: createAtom<readonly FoundSong[] | null>(null),
  scrollTop: createAtom(0),
})

/**
 * Returns access to the stored suggestions. They count only while the same song plays as when they were loaded (Q5).
 * Otherwise they read as null.
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
