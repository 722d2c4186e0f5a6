import type { Person } from '../catalogue/types.ts'
import type { Collection } from '../library/collection.ts'

/** A person as offered on the consent page. */
export type Choice = {
  readonly id: string
  readonly name: string
  readonly likes: string
  readonly free: boolean
  /** Somebody is linked as this person already (D9). */
  readonly taken: boolean
}

/** The bundled people in their order, each with what they like, said by their playlists. */
export function choicesOf(
  collection: Collection,
  taken: ReadonlyMap<string, number>,
  nowMs: number,
): readonly Choice[] {
  return [...collection.catalogue().people.values()].map((person) => ({
    id: person.id,
    name: person.displayName,
    likes: likesOf(person, collection, nowMs),
    free: person.product !== 'premium',
    taken: taken.has(person.id),
  }))
}

/** The genres of the person's playlists, the commonest first; without genres the names of the playlists. */
function likesOf(person: Person, collection: Collection, nowMs: number): string {
  const lists = collection.playlistsOf(person, nowMs).filter((list) => list.ownerId === person.id)
  const counts = new Map<string, number>()
  for (const item of lists.flatMap((list) => list.items)) {
    const genre = item.kind === 'track' ? collection.track(item.trackId)?.track.genre : undefined
    if (genre) counts.set(genre, (counts.get(genre) ?? 0) + 1)
  }
  const genres = [...counts].sort((a, b) => b[1] - a[1]).map(([genre]) => genre)
  const words = genres.length > 0 ? genres : lists.map((list) => list.name)
  return words.slice(0, 3).join(', ')
}
