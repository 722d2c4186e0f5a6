import { randomFrom } from '../catalogue/random.ts'
import { bundledSongs } from '../catalogue/songs.ts'
import { bands, herbarium, papercut, promenade } from './paper-designs.ts'
import { mosaic, sprite } from './grid-designs.ts'
import { SIDE, type CoverDesign } from './svg.ts'
import { echoes, rosette } from './line-designs.ts'
import { lettering } from './lettering.ts'
import { drift, horizon, interference, ridges } from './landscape-designs.ts'

/** The cover design of each genre. Albums of one genre differ by palette, composition and random details. */
const DESIGNS: ReadonlyMap<string, CoverDesign> = new Map([
  ['synthwave', horizon],
  ['house', mosaic],
  ['techno', interference],
  ['chiptune', sprite],
  ['lo-fi', papercut],
  ['ambient', drift],
  ['folk', herbarium],
  ['chamber', rosette],
  ['funk', bands],
  ['dub', echoes],
  ['bossa nova', promenade],
  ['post-rock', ridges],
])

export function frame(body: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}" viewBox="0 0 ${SIDE} ${SIDE}">${body}</svg>`
}

/** Finds the genre of an album, and its index among the albums of that genre. */
function positionInGenre(albumId: string): { genre: string; index: number } | undefined {
  const { albums, tracks } = bundledSongs()
  const counts = new Map<string, number>()
  for (const album of albums.values()) {
    const genre = tracks.get(album.trackIds[0] ?? '')?.genre ?? ''
    const index = counts.get(genre) ?? 0
    if (album.id === albumId) return { genre, index }
    counts.set(genre, index + 1)
  }
  return undefined
}

/** Draws the cover of an album as SVG, with or without text. Returns undefined for an unknown album. */
export function coverSvg(albumId: string, lettered = true): string | undefined {
  const { albums, artists } = bundledSongs()
  const album = albums.get(albumId)
  const position = positionInGenre(albumId)
  const design = DESIGNS.get(position?.genre ?? '')
  if (!album || !position || !design) return undefined
  const artist = artists.get(album.artistIds[0] ?? '')?.name ?? ''
  const artwork = design(randomFrom(`cover ${artist} / ${album.name}`), position.index)
  return frame(artwork.body + (lettered ? lettering(artwork, artist, album.name) : ''))
}
