import { randomFrom } from './random.ts'
import { type Catalogue, type Playlist, stableId } from '@jointly/music-library'

const listSize = 30

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
const names: readonly ((genre: string) => string)[] = [
  (genre) => `${capital(genre)} to begin with`,
  (genre) => `Late ${genre}`,
  (genre) => `${capital(genre)} on repeat`,
]

/**
 * Returns the playlists that a new account of the built-in provider starts with: three with one genre each, and one
 * with all genres. The same `personId` always gets the same playlists.
 */
export function starterPlaylists(catalogue: Catalogue, personId: string): readonly Playlist[] {
  const random = randomFrom(`starters of ${personId}`)
  const songs = [...catalogue.tracks.values()].filter(
    (track) => track.relinkedTo === undefined && track.playable !== false,
  )
  const genres = random.shuffled([...new Set(songs.map((track) => track.genre))])
  const drawn = (among: typeof songs): readonly string[] =>
    random
      .shuffled(among)
      .slice(0, listSize)
      .map((track) => track.id)
  const playlist = (name: string, trackIds: readonly string[]): Playlist => ({
    id: stableId(`starter ${personId} ${name}`),
    name,
    description: 'Picked for you to start with.',
    ownerId: personId,
    collaborative: false,
    public: true,
    snapshotId: stableId(`snapshot ${trackIds.join()}`),
    items: trackIds.map((trackId) => ({ kind: 'track', trackId })),
  })
  return [
    ...names.flatMap((nameFor, at) => {
      const genre = genres[at]
      return genre === undefined
        ? []
        : [playlist(nameFor(genre), drawn(songs.filter((track) => track.genre === genre)))]
    }),
    playlist('All kinds of good', drawn(songs)),
  ]
}
