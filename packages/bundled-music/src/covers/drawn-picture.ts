import { personSvg, playlistSvg } from './portraits.ts'
import { type Catalogue, type Picture, type PictureOf, serverOwner } from '@jointly/music-library'

export const svg = (body: string): Picture => ({ contentType: 'image/svg+xml', body })

/** Draws the picture of a playlist from its id, its name and the name of its owner. */
export const drawnPlaylistPicture = (id: string, name: string, ownerName: string): Picture =>
  svg(playlistSvg(id, name, ownerName))

/**
 * Draws a picture for an entry that has no picture, from its id and its names. Returns undefined for an unknown entry.
 */
export function drawnPicture(catalogue: Catalogue, of: PictureOf, id: string): Picture | undefined {
  const artistName = (artistId: string | undefined): string =>
    catalogue.artists.get(artistId ?? '')?.name ?? ''
  switch (of) {
    case 'person':
      return svg(personSvg(id))
    case 'artist':
      return catalogue.artists.has(id) ? svg(playlistSvg(id, artistName(id), '')) : undefined
    case 'album': {
      const album = catalogue.albums.get(id)
      return album === undefined
        ? undefined
        : svg(playlistSvg(id, album.name, artistName(album.artistIds[0])))
    }
    case 'playlist': {
      const list = catalogue.playlists.get(id)
      if (list === undefined) return undefined
      const owner = list.ownerId === serverOwner.id ? serverOwner : catalogue.people.get(list.ownerId)
      return drawnPlaylistPicture(id, list.name, owner?.displayName ?? '')
    }
  }
}
