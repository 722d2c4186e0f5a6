import { bundledCatalogue } from '../catalogue/catalogue.ts'
import { coverSvg } from '../catalogue/covers/covers.ts'
import { artistSvg } from '../catalogue/covers/portraits.ts'
import { createSongRenderer } from '../catalogue/streaming/song-renderer.ts'
import { drawnPicture, svg } from './drawn-pictures.ts'
import type { Library } from './library.ts'
import { starterPlaylists } from './starters.ts'

/** The songs that come with the product. */
export function bundledLibrary(): Library {
  const catalogue = bundledCatalogue()
  const renderer = createSongRenderer()
  return {
    catalogue: () => catalogue,
    open: async (trackId) => renderer.open(trackId),
    picture: async (of, id) => {
      const own = of === 'album' ? coverSvg(id) : of === 'artist' ? artistSvg(id) : undefined
      return own === undefined ? drawnPicture(catalogue, of, id) : svg(own)
    },
    commonPlaylistIds: () => [],
    starterPlaylists: (personId) => starterPlaylists(catalogue, personId),
    scan: () => ({ phase: 'ready', done: catalogue.tracks.size, total: catalogue.tracks.size, broken: 0 }),
    close: () => renderer.close(),
  }
}
