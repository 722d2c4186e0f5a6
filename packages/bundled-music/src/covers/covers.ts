import { randomFrom } from '../catalogue/random.ts'
import { bundledSongs } from '../catalogue/songs.ts'
import { bands, herbarium, papercut, promenade } from './cutout-systems.ts'
import { mosaic, sprite } from './grid-systems.ts'
import { SIDE, type VisualSystem } from './drawing.ts'
import { echoes, rosette } from './fine-systems.ts'
import { lettering } from './lettering.ts'
import { drift, horizon, interference, ridges } from './night-systems.ts'

/** Each genre has its own way of drawing; albums differ by palette, composition and everything that is drawn by lot. */
const SYSTEMS: ReadonlyMap<string, VisualSystem> = new Map([
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

/** The album's place among those of its genre: neighbours get different palettes and compositions. */
function placeInGenre(albumId: string): { genre: string; index: number } | undefined {
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

/** The picture of an album with its lettering, or without for use in smaller compositions; `undefined` for an unknown album. */
export function coverSvg(albumId: string, lettered = true): string | undefined {
  const { albums, artists } = bundledSongs()
  const album = albums.get(albumId)
  const place = placeInGenre(albumId)
  const system = SYSTEMS.get(place?.genre ?? '')
  if (!album || !place || !system) return undefined
  const artist = artists.get(album.artistIds[0] ?? '')?.name ?? ''
  const artwork = system(randomFrom(`cover ${artist} / ${album.name}`), place.index)
  return frame(artwork.body + (lettered ? lettering(artwork, artist, album.name) : ''))
}
