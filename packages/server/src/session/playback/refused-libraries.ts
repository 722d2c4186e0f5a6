import { createLargeCache } from '../../platform/large-cache.ts'

/** A library without a song to choose is read again after this many milliseconds. */
const READ_AGAIN_AFTER_MS = 10_000
/** Libraries of at most this many songs are always read. */
const SMALL_LIBRARY = 500
const MOST_REMEMBERED = 10_000

/**
 * The library of a user in a session, or its fallback playlist. `id` is that of the user or the playlist, `version` that
 * of the options, and `size` the number of songs.
 */
export type Library = { ssid: string; id: string; version: number; size: number }

/**
 * Remembers large libraries and fallback playlists that had no song to choose. A session looks for a song each second (P6),
 * so without this it would read all of them each time (O6).
 */
export class RefusedLibraries {
  readonly #now: () => number
  readonly #readAt = createLargeCache<number>(MOST_REMEMBERED)

  constructor(now: () => number) {
    this.#now = now
  }

  add(library: Library): void {
    if (library.size > SMALL_LIBRARY) this.#readAt.set(keyOf(library), this.#now())
  }

  /** Returns whether a library was added a short time ago, and neither its size nor the options changed since. */
  has(library: Library): boolean {
    const readAt = this.#readAt.get(keyOf(library))
    // The clock may have been set back.
    return readAt !== undefined && Math.abs(this.#now() - readAt) < READ_AGAIN_AFTER_MS
  }
}

const keyOf = ({ ssid, id, version, size }: Library): string => [ssid, id, version, size].join(' ')
