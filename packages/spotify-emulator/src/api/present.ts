import type { Album, Artist, PictureOf, Playlist, PlaylistItem, Track } from '@jointly/music-library'
import type { Account } from '../library/accounts.ts'
import type { Collection, SeenPlaylist } from '../library/collection.ts'
import { episodeObject, localTrack } from './present-others.ts'

/** Everything the wire objects need to know about who asks: addresses are right for the asker. */
export type Presenter = ReturnType<typeof createPresenter>

/**
 * Turns catalogue entries into the wire's objects, in the form apps of 2026 get them (docs/spotify.md 2).
 * `baseUrl` is the provider's address as the asker sees it; `imageBaseUrl` the one pictures are fetched from,
 * which may be root-relative where the page and the provider share an origin.
 */
export function createPresenter(collection: Collection, baseUrl: string, imageBaseUrl: string) {
  const api = `${baseUrl}/api/v1`

  const images = (of: PictureOf, id: string) =>
    [640, 300, 64].map((edge) => ({
      url: `${imageBaseUrl}/pictures/${of}/${encodeURIComponent(id)}/${edge}`,
      height: edge,
      width: edge,
    }))
  const reference = (type: string, id: string, collectionName: string) => ({
    external_urls: { spotify: `${baseUrl}/open/${type}/${encodeURIComponent(id)}` },
    href: `${api}/${collectionName}/${encodeURIComponent(id)}`,
    id,
    type,
    uri: `spotify:${type}:${id}`,
  })

  const artistRef = (artist: Artist) => ({ ...reference('artist', artist.id, 'artists'), name: artist.name })
  const artistRefs = (ids: readonly string[]) =>
    ids
      .map((id) => collection.artist(id))
      .filter((artist) => artist !== undefined)
      .map(artistRef)

  const simpleAlbum = (album: Album) => ({
    ...reference('album', album.id, 'albums'),
    album_type: album.trackIds.length > 6 ? 'album' : 'single',
    total_tracks: album.trackIds.length,
    images: images('album', album.id),
    name: album.name,
    release_date: album.releaseDate,
    release_date_precision:
      album.releaseDate.length > 7 ? 'day' : album.releaseDate.length > 4 ? 'month' : 'year',
    artists: artistRefs(album.artistIds),
  })

  const simpleTrack = (track: Track) => ({
    ...reference('track', track.id, 'tracks'),
    artists: artistRefs(track.artistIds),
    disc_number: 1,
    duration_ms: track.durationMs,
    explicit: track.explicit,
    is_local: false,
    is_playable: track.playable ?? true,
    name: track.title,
    preview_url: null,
    track_number: track.trackNumber,
  })

  const track = (entry: Track) => {
    const album = collection.album(entry.albumId)
    return {
      ...simpleTrack(entry),
      album: album === undefined ? null : simpleAlbum(album),
      external_ids: entry.isrc === '' ? {} : { isrc: entry.isrc },
    }
  }

  const playlist = (list: SeenPlaylist) => ({
    ...reference('playlist', list.id, 'playlists'),
    collaborative: list.collaborative,
    description: list.description,
    images: images('playlist', list.id),
    name: list.name,
    primary_color: null,
    owner: { ...reference('user', list.ownerId, 'users'), display_name: list.ownerName },
    public: list.public,
    snapshot_id: list.snapshotId,
    items: { href: `${api}/playlists/${list.id}/items`, total: list.items.length },
  })

  const playlistItem = (item: PlaylistItem, list: Playlist) => ({
    added_at: '2026-01-02T03:04:05Z',
    added_by: reference('user', list.ownerId, 'users'),
    is_local: item.kind === 'local',
    primary_color: null,
    video_thumbnail: { url: null },
    item: itemBody(item),
  })

  const itemBody = (item: PlaylistItem) => {
    switch (item.kind) {
      case 'track': {
        const served = collection.track(item.trackId)
        return served === undefined ? null : track(served.track)
      }
      case 'local':
        return localTrack(item.name)
      case 'episode':
        return episodeObject(baseUrl, item)
      case 'missing':
        return null
    }
  }

  return {
    baseUrl,
    apiUrl: api,
    track,
    simpleTrack,
    simpleAlbum,
    playlist,
    playlistItem,

    artist: (entry: Artist) => ({
      ...artistRef(entry),
      images: images('artist', entry.id),
      genres: entry.genres,
    }),

    me: ({ userId, accountId, displayName, product, country, email }: Account, productVisible: boolean) => ({
      ...reference('user', userId, 'users'),
      account_id: accountId,
      display_name: displayName,
      images: images('person', userId),
      ...(productVisible ? { product, country, email } : {}),
    }),
  }
}
