import { createLargeCache } from '../../platform/large-cache.ts'

/** A library without a song to choose counts as such for this many milliseconds (P3). */
const REMEMBERED_MS = 300_000
/** If nobody has a song to choose, such a library is read again after this many milliseconds (P3). */
const READ_AGAIN_AFTER_MS = 10_000
const MOST_REMEMBERED = 50_000

/**
 * The library of a user in a session, or its fallback playlist. `id` is that of the user or the playlist, `size` the
 * number of songs. `options` and `moment` change when other songs are refused: `options` with the options, and `moment`
 * with the songs that played and with the negative ones.
 */
export type Library = { ssid: string; id: string; size: number; options: string; moment: string }

/**
 * Remembers libraries and fallback playlists that had no song to choose. Without this, a session would read all of them
 * for each song, and each second while it looks for one (P6, O6).
 */
export class RefusedLibraries {
  readonly #now: () => number
  readonly #readAt = createLargeCache<number>(MOST_REMEMBERED)

  constructor(now: () => number) {
    this.#now = now
  }

  /** @param isForGood whether the options alone refuse all songs of the library, so that it is refused at any moment */
  add(library: Library, isForGood: boolean): void {
    this.#readAt.set(isForGood ? keyOf(library) : momentKeyOf(library), this.#now())
  }

  /**
   * Returns how many milliseconds ago a library was read that had no song to choose. Null if this is unknown, long ago,
   * or not true any more.
   */
  ageMs(library: Library): number | null {
    const readAt = this.#readAt.get(keyOf(library)) ?? this.#readAt.get(momentKeyOf(library))
    if (readAt === undefined) return null
    // The clock may have been set back.
    const ageMs = Math.abs(this.#now() - readAt)
    return ageMs < REMEMBERED_MS ? ageMs : null
  }
}

/** Returns whether a library of this age is read again if nobody has a song to choose (P3). */
export const mayReadAgain = (ageMs: number): boolean => ageMs >= READ_AGAIN_AFTER_MS

const keyOf = ({ ssid, id, size, options }: Library): string => [ssid, id, size, options].join(' ')
const momentKeyOf = (library: Library): string => `${keyOf(library)} ${library.moment}`
