import type { Album, Artist, PictureOf, Playlist, PlaylistItem, Track } from '@jointly/music-library'
import type { Account } from '../library/accounts.ts'
import type { Collection, ListedPlaylist } from '../library/collection.ts'
import { episodeObject, localTrack } from './local-and-episode-objects.ts'

/**
 * Converts catalogue entries to the objects that apps of 2026 get from the Web API (docs/spotify.md 2). `baseUrl` is
 * the address of the provider as the caller sees it. `imageBaseUrl` is the address of its pictures; it may be a path
 * without an origin.
 */
export class Presenter {
  readonly baseUrl
  readonly apiUrl
  #collection
  #imageBaseUrl

  constructor(collection: Collection, baseUrl: string, imageBaseUrl: string) {
    this.baseUrl = baseUrl
    this.apiUrl = `${baseUrl}/api/v1`
    this.#collection = collection
    this.#imageBaseUrl = imageBaseUrl
  }

  readonly track = (track: Track) => {
    const album = this.#collection.album(track.albumId)
    return {
      ...this.simpleTrack(track),
      album: album === undefined ? null : this.simpleAlbum(album),
      external_ids: track.isrc === '' ? {} : { isrc: track.isrc },
    }
  }

  readonly simpleTrack = (track: Track) => ({
    ...this.#reference('track', track.id),
    artists: this.#artistReferences(track.artistIds),
    disc_number: 1,
    duration_ms: track.durationMs,
    explicit: track.explicit,
    is_local: false,
    is_playable: track.playable ?? true,
    name: track.title,
    preview_url: null,
    track_number: track.trackNumber,
  })

  readonly simpleAlbum = (album: Album) => ({
    ...this.#reference('album', album.id),
    album_type: album.trackIds.length > 6 ? 'album' : 'single',
    total_tracks: album.trackIds.length,
    images: this.#images('album', album.id),
    name: album.name,
    release_date: album.releaseDate,
    release_date_precision:
      album.releaseDate.length > 7 ? 'day' : album.releaseDate.length > 4 ? 'month' : 'year',
    artists: this.#artistReferences(album.artistIds),
  })

  readonly artist = (artist: Artist) => ({
    ...this.#artistReference(artist),
    images: this.#images('artist', artist.id),
    genres: artist.genres,
  })

  readonly playlist = (list: ListedPlaylist) => ({
    ...this.#reference('playlist', list.id),
    collaborative: list.collaborative,
    description: list.description,
    images: this.#images('playlist', list.id),
    name: list.name,
    primary_color: null,
    owner: { ...this.#reference('user', list.ownerId), display_name: list.ownerName },
    public: list.public,
    snapshot_id: list.snapshotId,
    items: { href: `${this.apiUrl}/playlists/${list.id}/items`, total: list.total },
  })

  playlistItem(item: PlaylistItem, list: Playlist) {
    return {
      added_at: '2026-01-02T03:04:05Z',
      added_by: this.#reference('user', list.ownerId),
      is_local: item.kind === 'local',
      primary_color: null,
      video_thumbnail: { url: null },
      item: this.#playlistItemBody(item),
    }
  }

  me({ userId, accountId, displayName, product, country, email }: Account, isProductVisible: boolean) {
    return {
      ...this.#reference('user', userId),
      account_id: accountId,
      display_name: displayName,
      images: this.#images('person', userId),
      ...(isProductVisible ? { product, country, email } : {}),
    }
  }

  #playlistItemBody(item: PlaylistItem) {
    switch (item.kind) {
      case 'track': {
        const track = this.#collection.track(item.trackId)
        return track === undefined ? null : this.track(track)
      }
      case 'local':
        return localTrack(item.name)
      case 'episode':
        return episodeObject(this.baseUrl, item)
      case 'missing':
        return null
    }
  }

  #artistReference(artist: Artist) {
    return { ...this.#reference('artist', artist.id), name: artist.name }
  }

  #artistReferences(ids: readonly string[]) {
    return ids
      .map((id) => this.#collection.artist(id))
      .filter((artist) => artist !== undefined)
      .map((artist) => this.#artistReference(artist))
  }

  #reference(type: 'track' | 'album' | 'artist' | 'playlist' | 'user', id: string) {
    return {
      external_urls: { spotify: `${this.baseUrl}/open/${type}/${encodeURIComponent(id)}` },
      href: `${this.apiUrl}/${type}s/${encodeURIComponent(id)}`,
      id,
      type,
      uri: `spotify:${type}:${id}`,
    }
  }

  #images(of: PictureOf, id: string) {
    return [640, 300, 64].map((edge) => ({
      url: `${this.#imageBaseUrl}/pictures/${of}/${encodeURIComponent(id)}/${edge}`,
      height: edge,
      width: edge,
    }))
  }
}
