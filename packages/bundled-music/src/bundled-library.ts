import { bundledCatalogue } from './catalogue/catalogue.ts'
import { coverSvg } from './covers/covers.ts'
import { artistSvg } from './covers/portraits.ts'
import { BLOCK_BYTES } from './encoding/layout.ts'
import { createBlockStore } from './streaming/block-store.ts'
import { createSongFiles } from './streaming/song-files.ts'
import { svg } from './covers/drawn-picture.ts'
import type { Library, Log } from '@jointly/music-library'
import { starterPlaylists } from './catalogue/starter-playlists.ts'

type Options = {
  /** The disk cache of encoded songs. Without it, encoded songs are only in memory. */
  readonly cache?: { readonly folder: string; readonly maxBytes: number }
  readonly log?: Log
}

/** Creates the library of the songs that come with the product. */
export function bundledLibrary({ cache, log }: Options = {}): Library {
  const catalogue = bundledCatalogue()
  const store = cache && createBlockStore({ ...cache, blockBytes: BLOCK_BYTES, ...(log && { log }) })
  const songFiles = createSongFiles(store)
  return {
    catalogue: () => catalogue,
    open: async (trackId) => songFiles.open(trackId),
    picture: async (of, id) => {
      const own = of === 'album' ? coverSvg(id) : of === 'artist' ? artistSvg(id) : undefined
      return own === undefined ? undefined : svg(own)
    },
    commonPlaylistIds: () => [],
    starterPlaylists: (personId) => starterPlaylists(catalogue, personId),
    isOpen: () => true,
    scan: () => ({ phase: 'ready', done: catalogue.tracks.size, total: catalogue.tracks.size, broken: 0 }),
    close: () => songFiles.close(),
  }
}
