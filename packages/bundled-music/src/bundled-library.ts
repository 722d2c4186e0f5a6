import { bundledCatalogue } from './catalogue/catalogue.ts'
import { coverSvg } from './covers/covers.ts'
import { artistSvg } from './covers/portraits.ts'
import { createWavFiles } from './streaming/wav-files.ts'
import { svg } from './covers/drawn-picture.ts'
import type { Library } from '@jointly/music-library'
import { starterPlaylists } from './catalogue/starter-playlists.ts'

/** Creates the library of the songs that come with the product. */
export function bundledLibrary(): Library {
  const catalogue = bundledCatalogue()
  const wavFiles = createWavFiles()
  return {
    catalogue: () => catalogue,
    open: async (trackId) => wavFiles.open(trackId),
    picture: async (of, id) => {
      const own = of === 'album' ? coverSvg(id) : of === 'artist' ? artistSvg(id) : undefined
      return own === undefined ? undefined : svg(own)
    },
    commonPlaylistIds: () => [],
    starterPlaylists: (personId) => starterPlaylists(catalogue, personId),
    scan: () => ({ phase: 'ready', done: catalogue.tracks.size, total: catalogue.tracks.size, broken: 0 }),
    close: () => wavFiles.close(),
  }
}
