import { unavailableTracks, playlistsAndPeople } from './playlists.ts'
import { bundledSongs } from './songs.ts'
import type { Catalogue } from '@jointly/music-library'

let catalogue: Catalogue | undefined

/** The bundled music and people, the same on every machine. It is created on first use. */
export function bundledCatalogue(): Catalogue {
  if (catalogue) return catalogue
  const { tracks, artists, albums } = bundledSongs()
  const all = new Map(tracks)
  for (const track of unavailableTracks(tracks)) all.set(track.id, track)
  catalogue = { tracks: all, artists, albums, ...playlistsAndPeople([...tracks.values()]) }
  return catalogue
}
