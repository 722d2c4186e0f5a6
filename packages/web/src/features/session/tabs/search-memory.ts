import type { Album, Artist, FoundSong, Suggestions } from '@jointly/contract'
import { NOTHING_TYPED, type TypedSearch } from '../../../shared/ui/search/use-search.ts'
import { type Atom, createAtom } from '../../../shared/ui/states/use-atom.ts'
import type { Cached } from '../../../shared/ui/states/use-load.ts'

/** The artist or album of a page in the search (Q6, Q7). */
export type SongPage = { kind: 'artist'; artist: Artist } | { kind: 'album'; album: Album }

/**
 * An artist or album that is open in the search. `songs` is null until its songs are loaded. `scrollTop` is the scroll
 * position in pixels.
 */
export type OpenPage = {
  page: SongPage
  songs: Atom<Cached<readonly FoundSong[]> | null>
  scrollTop: Atom<number>
}

/** Suggestions, and the version of the options of the session when they were loaded. */
export type LoadedSuggestions = Suggestions & { setupVersion: number }

/**
 * The state of the search. It is stored while a session is open, so that the search looks the same when the tab is
 * opened again (Q1).
 */
export type SearchMemory = {
  typed: Atom<TypedSearch<readonly FoundSong[]>>
  /** The suggestions, and the id of the song that played when the tab opened. Null before they are loaded. */
  suggestions: Atom<{ during: string | null; loaded: Cached<LoadedSuggestions> } | null>
  /** The scroll position of the search while no page is open, in pixels. */
  scrollTop: Atom<number>
  /** The open pages. The screen shows the last page. */
  pages: Atom<readonly OpenPage[]>
}

export const createSearchMemory = (): SearchMemory => ({
  typed: createAtom<TypedSearch<readonly FoundSong[]>>(NOTHING_TYPED),
  suggestions: createAtom<ReturnType<SearchMemory['suggestions']['get']>>(null),
  scrollTop: createAtom(0),
  pages: createAtom<readonly OpenPage[]>([]),
})

export const createOpenPage = (page: SongPage): OpenPage => ({
  page,
  songs: createAtom<ReturnType<OpenPage['songs']['get']>>(null),
  scrollTop: createAtom(0),
})

/**
 * Returns an atom for the stored suggestions. Its value is null if another song plays than when the suggestions were
 * loaded (Q5).
 */
export const suggestionsDuring = (
  memory: SearchMemory['suggestions'],
  songId: string | null,
): Atom<Cached<LoadedSuggestions> | null> => ({
  get() {
    const last = memory.get()
    return last?.during === songId ? last.loaded : null
  },
  set: (loaded) => memory.set(loaded && { during: songId, loaded }),
})

/**
 * Returns the suggestions to show after they were loaded again. The songs stay, because the new ones are other random
 * songs (Q5); those that were loaded again have the new refusals (H5). After the options changed, each song can be
 * refused, so the new songs are shown (F3).
 */
export function suggestionsAfter(
  shown: LoadedSuggestions | undefined,
  loaded: LoadedSuggestions,
): LoadedSuggestions {
  if (shown?.setupVersion !== loaded.setupVersion) return loaded
  const songs = new Map(loaded.groups.flatMap((group) => group.songs.map((song) => [song.id, song])))
  const groups = shown.groups.map((group) => ({
    ...group,
    songs: group.songs.map((song) => songs.get(song.id) ?? song),
  }))
  return { ...shown, groups }
}
