import { unavailableTracks, playlistsAndPeople } from './playlists.ts'
import { bundledSongs } from './songs.ts'
import type { Catalogue } from '@jointly/music-library'

let catalogue: Catalogue | undefined

/**
 * Returns the bundled songs, people and playlists, which are the same on every machine. The first call creates them.
 */
export function bundledCatalogue(): Catalogue {
  if (catalogue) return catalogue
  const { tracks, artists, albums } = bundledSongs()
  const all = new Map(tracks)
  for (const track of unavailableTracks(tracks)) all.set(track.id, track)
  catalogue = { tracks: all, artists, albums, ...playlistsAndPeople([...tracks.values()]) }
  return catalogue
}
