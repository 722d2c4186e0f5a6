import { LRUCache } from 'lru-cache'

/** A library without a song to choose counts as such for this many milliseconds (P3). */
const REMEMBERED_MS = 300_000
/** If nobody has a song to choose, such a library is read again after this many milliseconds (P3). */
const READ_AGAIN_AFTER_MS = 10_000
const MOST_SESSIONS = 1_000

/**
 * The library of a user in a session, or its fallback playlist. `id` is that of the user or the playlist. `state` changes
 * when other songs may be in it, or the rules refuse other songs. `moment` changes when a song plays or another song has
 * a negative score.
 */
export type Library = { ssid: string; id: string; state: string; moment: string }

/** `moment` is null if the library has no song to choose at any moment. */
type RefusedLibrary = { readAt: number; state: string; moment: string | null }

/**
 * Remembers libraries and fallback playlists that had no song to choose. Without this, a session would read all of them
 * for each song, and each second while it looks for one (P6, O6).
 */
export class RefusedLibraries {
  readonly #now: () => number
  readonly #bySession = new LRUCache<string, Map<string, RefusedLibrary>>({ max: MOST_SESSIONS })

  constructor(now: () => number) {
    this.#now = now
  }

  /** @param isForGood whether all songs are refused whatever plays, so that the library is refused at any moment */
  add({ ssid, id, state, moment }: Library, isForGood: boolean): void {
    const libraries = this.#bySession.get(ssid) ?? new Map<string, RefusedLibrary>()
    this.#bySession.set(ssid, libraries)
    libraries.set(id, { readAt: this.#now(), state, moment: isForGood ? null : moment })
  }

  /**
   * Returns how many milliseconds ago a library was read that had no song to choose. Null if this is unknown, long ago,
   * or not true any more.
   */
  ageMs({ ssid, id, state, moment }: Library): number | null {
    const known = this.#bySession.get(ssid)?.get(id)
    if (known?.state !== state || (known.moment !== null && known.moment !== moment)) return null
    // The clock may have been set back.
    const ageMs = Math.abs(this.#now() - known.readAt)
    return ageMs < REMEMBERED_MS ? ageMs : null
  }

  /** Forgets all libraries of a session. */
  forget(ssid: string): void {
    this.#bySession.delete(ssid)
  }
}

/** Returns whether a library of this age is read again if nobody has a song to choose (P3). */
export const mayReadAgain = (ageMs: number): boolean => ageMs >= READ_AGAIN_AFTER_MS
