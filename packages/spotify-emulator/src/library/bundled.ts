import { bundledCatalogue } from '../catalogue/catalogue.ts'
import { createSongRenderer } from '../catalogue/streaming/song-renderer.ts'
import { drawnPicture } from './drawn-pictures.ts'
import type { Library } from './library.ts'
import { starterPlaylists } from './starters.ts'

/** The songs that come with the product. */
export function bundledLibrary(): Library {
  const catalogue = bundledCatalogue()
  const renderer = createSongRenderer()
  return {
    catalogue: () => catalogue,
    open: async (trackId) => renderer.open(trackId),
    picture: async (of, id) => drawnPicture(catalogue, of, id),
    commonPlaylistIds: () => [],
    starterPlaylists: (personId) => starterPlaylists(catalogue, personId),
    scan: () => ({ phase: 'ready', done: catalogue.tracks.size, total: catalogue.tracks.size, broken: [] }),
    close: () => renderer.close(),
  }
}
