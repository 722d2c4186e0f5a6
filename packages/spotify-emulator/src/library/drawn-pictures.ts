import { personSvg, playlistSvg } from '../catalogue/covers/portraits.ts'
import type { Catalogue, Picture } from '../catalogue/types.ts'
import { houseOwner } from '../api/present.ts'
import type { PictureOf } from './library.ts'

export const svg = (body: string): Picture => ({ contentType: 'image/svg+xml', body })

/** A picture for what has none of its own, drawn from its id and its names; undefined when there is no such thing. */
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
      const owner = list.ownerId === houseOwner.id ? houseOwner : catalogue.people.get(list.ownerId)
      return svg(playlistSvg(id, list.name, owner?.displayName ?? ''))
    }
  }
}
