import type { Catalogue, Playlist } from './catalogue.ts'

/** What a picture belongs to. */
export type PictureOf = 'album' | 'playlist' | 'artist' | 'person'

/** How far the reading of the operator's own files is. `total` grows while folders are still being listed. */
export type ScanState = {
  readonly phase: 'ready' | 'listing' | 'reading'
  readonly done: number
  readonly total: number
  /** How many files could not be read; the log names them. */
  readonly broken: number
}

/** A song as the bytes of an ordinary audio file, readable from anywhere in it. */
export type AudioSource = {
  readonly contentType: string
  readonly byteLength: number
  /**
   * Bytes `start` (inclusive) to `end` (exclusive) of the file, in order, in pieces of any size. Pieces are made
   * as they are asked for: a reader that stops or waits costs nothing. Throws a RangeError outside of the file.
   * Where pieces have to be made, those with different `reader` take turns.
   */
  read(start: number, end: number, reader?: number): AsyncIterable<Uint8Array>
}

/** A picture as served: bytes or text with its media type. */
export type Picture = { readonly contentType: string; readonly body: string | Uint8Array }

/** Where music comes from: the bundled songs or the operator's folder. The faces never ask which. */
export type Library = {
  /** What there is now; a new object whenever it changed. */
  catalogue(): Catalogue
  /** The playable file of a track, or undefined. */
  open(trackId: string): Promise<AudioSource | undefined>
  picture(of: PictureOf, id: string): Promise<Picture | undefined>
  /** Playlists that everybody has besides their own (those made from the operator's folders). */
  commonPlaylistIds(): readonly string[]
  /** Playlists given to someone who typed a name, owned by that person; the same ones each time. */
  starterPlaylists(personId: string): readonly Playlist[]
  scan(): ScanState
  close(): Promise<void>
}
