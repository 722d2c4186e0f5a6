/** A song of a library. The id of a track has 22 base62 characters, as at Spotify. */
export type Track = {
  readonly id: string
  readonly title: string
  readonly artistIds: readonly string[]
  readonly albumId: string
  /** The position of the track on its album, from 1. */
  readonly trackNumber: number
  readonly durationMs: number
  readonly explicit: boolean
  /** The ISRC of the recording. Empty if unknown. */
  readonly isrc: string
  readonly genre: string
  /** Whether the track can be played. Undefined means true. */
  readonly playable?: boolean
  /** The id of the track that replaced this one. */
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
  /** The UPC (12 digits) of the record. Empty if unknown. */
  readonly upc: string
  /** Empty if unknown. */
  readonly copyrights: readonly Copyright[]
}

/** A copyright statement of an album: `C` is the right to the work, `P` the right to the recording. */
export type Copyright = { readonly text: string; readonly type: 'C' | 'P' }

export type PlaylistItem =
  | { readonly kind: 'track'; readonly trackId: string }
  /** A file that exists only on the computer of the playlist's owner. The provider cannot play it. */
  | { readonly kind: 'local'; readonly name: string }
  /** A podcast episode. */
  | { readonly kind: 'episode'; readonly id: string; readonly name: string }
  /** An item whose song no longer exists. */
  | { readonly kind: 'missing' }

export type Playlist = {
  readonly id: string
  readonly name: string
  readonly description: string
  /** The `id` of a bundled listener or the user id of an account. */
  readonly ownerId: string
  readonly collaborative: boolean
  readonly public: boolean
  /** Identifies the current items. It changes with every change of the items. */
  readonly snapshotId: string
  readonly items: readonly PlaylistItem[]
}

/**
 * A bundled listener: a person with a name, and with playlists that match one taste in music. Any number of accounts
 * can use the same listener.
 */
export type Person = {
  /** A short name such as `ann`. It is the value of the parameter `login_as` of the consent page. */
  readonly id: string
  readonly displayName: string
  readonly country: string
  readonly product: 'premium' | 'free'
  /** The playlists that an account of this person has at first, in this order. */
  readonly playlistIds: readonly string[]
  /** The ids of playlists of other people that this person follows. */
  readonly followedPlaylistIds: readonly string[]
}

export type Catalogue = {
  readonly tracks: ReadonlyMap<string, Track>
  readonly artists: ReadonlyMap<string, Artist>
  readonly albums: ReadonlyMap<string, Album>
  readonly playlists: ReadonlyMap<string, Playlist>
  /** The bundled listeners by `Person.id`. */
  readonly people: ReadonlyMap<string, Person>
}

/** The owner of playlists that belong to the server, such as those made from the operator's folders. */
export const serverOwner = { id: 'house', displayName: 'This server' } as const
