import type { Catalogue, Person } from '@jointly/music-library'

/** A bundled listener as offered on the consent page. */
export type Choice = {
  readonly id: string
  readonly name: string
  readonly likes: string
  readonly free: boolean
}

const made = new WeakMap<Catalogue, readonly Choice[]>()

/**
 * The bundled listeners in their order, each with what they like, said by their playlists. Made once for a catalogue:
 * anybody can ask for the consent page, so it must cost the same however much people have stored (B5).
 */
export function choicesOf(catalogue: Catalogue): readonly Choice[] {
  const known = made.get(catalogue)
  if (known !== undefined) return known
  const choices = [...catalogue.people.values()].map((person) => ({
    id: person.id,
    name: person.displayName,
    likes: likesOf(person, catalogue),
    free: person.product !== 'premium',
  }))
  made.set(catalogue, choices)
  return choices
}

/** The genres of the listener's playlists, the commonest first; without genres the names of the playlists. */
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
