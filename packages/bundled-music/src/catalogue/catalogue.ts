import { oddTracks, shelves } from './playlists.ts'
import { bundledSongs } from './songs.ts'
import type { Catalogue } from '@jointly/music-library'

let catalogue: Catalogue | undefined

/** The built-in provider's own music and people: plain data, made once on first use, equal on every machine. */
export function bundledCatalogue(): Catalogue {
  if (catalogue) return catalogue
  const { tracks, artists, albums } = bundledSongs()
  const all = new Map(tracks)
  for (const odd of oddTracks(tracks)) all.set(odd.id, odd)
  catalogue = { tracks: all, artists, albums, ...shelves([...tracks.values()]) }
  return catalogue
}
