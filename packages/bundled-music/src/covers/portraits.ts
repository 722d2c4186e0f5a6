import { randomFrom } from '../catalogue/random.ts'
import { bundledSongs } from '../catalogue/songs.ts'
import { coverSvg, frame } from './covers.ts'
import { bands, papercut, promenade } from './paper-designs.ts'
import { mosaic } from './grid-designs.ts'
import { circle, colourAt, ground, palettes, path, type CoverDesign } from './svg.ts'
import { lettering } from './lettering.ts'
import { drift, horizon } from './landscape-designs.ts'

const PLAYLIST_DESIGNS: readonly CoverDesign[] = [mosaic, drift, bands, promenade, papercut, horizon]

/** Draws the picture of a playlist with its name and the name of its owner. */
export function playlistSvg(playlistId: string, name: string, ownerName: string): string {
  const random = randomFrom(`playlist picture ${playlistId}`)
  const artwork = random.pick(PLAYLIST_DESIGNS)(random, random.below(60))
  return frame(artwork.body + lettering(artwork, ownerName, name))
}

const SKINS = palettes(
  '#f3b43f #2b2320 #2b2320 #e4572e #f7e3c5',
  '#17789b #f6efe2 #0d2f44 #f2b134 #f3d9c4',
  '#e4766c #2a1a2e #4b1d3f #fbe3c0 #f6cdb7',
  '#5fa08a #12302b #12302b #f6d55c #e9c9a8',
  '#8576c4 #1d173d #1d173d #ff9a76 #f2d6cb',
  '#d8d2c4 #2d3a4a #2d3a4a #c9563c #a8795a',
)

/** Draws the picture of a person. The id may be any text, and the same id always gives the same picture. */
export function personSvg(personId: string): string {
  const random = randomFrom(`person ${personId}`)
  const palette = random.pick(SKINS)
  const headY = 262 + random.range(-14, 14)
  const hair = random.pick([
    path(
      `M188 ${headY}A132 142 0 0 1 452 ${headY}L452 ${headY - 30}A132 60 0 0 0 188 ${headY - 10}Z`,
      colourAt(palette, 0),
    ),
    circle([320, headY - 34], 142, colourAt(palette, 0)),
    path(
      `M178 ${headY + 150}V${headY - 20}A142 142 0 0 1 462 ${headY - 20}V${headY + 150}Z`,
      colourAt(palette, 0),
    ),
  ])
  const shoulders = path('M84 640A236 210 0 0 1 556 640Z', colourAt(palette, 1))
  return frame(ground(palette.ground) + hair + shoulders + circle([320, headY], 112, colourAt(palette, 2)))
}

/**
 * Draws the picture of an artist: the cover of the artist's first record, without text. Returns undefined for an artist
 * without a record.
 */
export function artistSvg(artistId: string): string | undefined {
  const { albums } = bundledSongs()
  const first = [...albums.values()].find((album) => album.artistIds[0] === artistId)
  return first && coverSvg(first.id, false)
}
