import type { Catalogue, Playlist } from './catalogue.ts'

/** The kind of entry that a picture belongs to. */
export type PictureOf = 'album' | 'playlist' | 'artist' | 'person'

/** The progress of a scan of the operator's files. */
export type ScanState = {
  readonly phase: 'ready' | 'listing' | 'reading'
  readonly done: number
  readonly total: number
  /** The number of unreadable files. The log names them. */
  readonly broken: number
}

/** A song as an audio file that can be read from any position. */
export type AudioSource = {
  readonly contentType: string
  readonly byteLength: number
  /**
   * The bytes from `start` (inclusive) to `end` (exclusive) in chunks of any size. Chunks are made only when they are
   * read. Readers with different `reader` numbers take turns. Throws a RangeError outside of the file.
   */
  read(start: number, end: number, reader?: number): AsyncIterable<Uint8Array>
}

/** The content of a picture with its media type. */
export type Picture = { readonly contentType: string; readonly body: string | Uint8Array }

/** A source of music: the bundled songs or the operator's folder. */
export type Library = {
  /** Returns the current catalogue. Each change creates a new object. */
  catalogue(): Catalogue
  /** Opens the sound of a track. Undefined if it cannot be played. */
  open(trackId: string): Promise<AudioSource | undefined>
  /** Returns the picture of an entry. Undefined if the library has none. */
  picture(of: PictureOf, id: string): Promise<Picture | undefined>
  /** Lists the playlists that every account has, such as those of the operator's folders. */
  commonPlaylistIds(): readonly string[]
  /**
   * Returns the first playlists of an account with a typed name. They are always the same for one `personId`.
   */
  starterPlaylists(personId: string): readonly Playlist[]
  scan(): ScanState
  close(): Promise<void>
}
