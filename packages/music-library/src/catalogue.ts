/** Ids are 22 base62 characters, like the ones of the service this provider speaks the wire of. */
export type Track = {
  readonly id: string
  readonly title: string
  readonly artistIds: readonly string[]
  readonly albumId: string
  /** Position on its album, from 1. */
  readonly trackNumber: number
  readonly durationMs: number
  readonly explicit: boolean
  /** Empty when unknown (own files often have none). */
  readonly isrc: string
  readonly genre: string
  /** False: listed, but nobody can play it (`is_playable: false`). Absent means true. */
  readonly playable?: boolean
  /** This entry is answered by another one: present that track, with `linked_from` naming this id. */
  readonly relinkedTo?: string
}

export type Artist = { readonly id: string; readonly name: string; readonly genres: readonly string[] }

export type Album = {
  readonly id: string
  readonly name: string
  readonly artistIds: readonly string[]
  /** `YYYY-MM-DD`, or `YYYY` where only the year is known. */
  readonly releaseDate: string
  readonly trackIds: readonly string[]
}

export type PlaylistItem =
  | { readonly kind: 'track'; readonly trackId: string }
  /** A file on the owner's own disk: has a name, cannot be fetched or played (`is_local: true`). */
  | { readonly kind: 'local'; readonly name: string }
  /** A podcast episode: an item that is no song. */
  | { readonly kind: 'episode'; readonly id: string; readonly name: string }
  /** An item whose song is gone: the wire says `null`. */
  | { readonly kind: 'missing' }

export type Playlist = {
  readonly id: string
  readonly name: string
  readonly description: string
  /** A bundled listener's `id` or an account's user id; contents are refused to those who merely follow the playlist. */
  readonly ownerId: string
  readonly collaborative: boolean
  readonly public: boolean
  /** Changes when the items change. */
  readonly snapshotId: string
  readonly items: readonly PlaylistItem[]
}

/** A bundled listener: a name and a taste that any number of accounts may have. */
export type Person = {
  /** The short name used by `login_as`, e.g. `ann`. */
  readonly id: string
  readonly displayName: string
  readonly country: string
  readonly product: 'premium' | 'free'
  /** The playlists to start with, in the order the person sees them. */
  readonly playlistIds: readonly string[]
  /** Other people's playlists they follow. */
  readonly followedPlaylistIds: readonly string[]
}

export type Catalogue = {
  readonly tracks: ReadonlyMap<string, Track>
  readonly artists: ReadonlyMap<string, Artist>
  readonly albums: ReadonlyMap<string, Album>
  readonly playlists: ReadonlyMap<string, Playlist>
  /** Keyed by `Person.id`. */
  readonly people: ReadonlyMap<string, Person>
}

/** The owner of playlists that belong to the server, such as those made from the operator's folders. */
export const serverOwner = { id: 'house', displayName: 'This server' } as const
