import type { Catalogue, Person } from '@jointly/music-library'

/** A bundled listener as the consent page shows it. */
export type ListenerOption = {
  readonly id: string
  readonly name: string
  readonly likes: string
  readonly free: boolean
}

const cache = new WeakMap<Catalogue, readonly ListenerOption[]>()

/**
 * Lists the bundled listeners with the genres that they like. The list is cached for each catalogue, because
 * anybody can request the consent page (B5).
 */
export function listenerOptions(catalogue: Catalogue): readonly ListenerOption[] {
  const cached = cache.get(catalogue)
  if (cached !== undefined) return cached
  const options = [...catalogue.people.values()].map((person) => ({
    id: person.id,
    name: person.displayName,
    likes: likesOf(person, catalogue),
    free: person.product !== 'premium',
  }))
  cache.set(catalogue, options)
  return options
}

/**
 * Returns the three most frequent genres of the listener's playlists. If these have no genres, the names of the
 * playlists are returned.
 */
function likesOf(person: Person, catalogue: Catalogue): string {
  const lists = person.playlistIds.flatMap((id) => catalogue.playlists.get(id) ?? [])
  const counts = new Map<string, number>()
  for (const item of lists.flatMap((list) => list.items)) {
    const genre = item.kind === 'track' ? catalogue.tracks.get(item.trackId)?.genre : undefined
    if (genre) counts.set(genre, (counts.get(genre) ?? 0) + 1)
  }
  const genres = [...counts].sort((a, b) => b[1] - a[1]).map(([genre]) => genre)
  const words = genres.length > 0 ? genres : lists.map((list) => list.name)
  return words.slice(0, 3).join(', ')
}
