import type { AudioSource, Catalogue, Picture, Playlist } from '../catalogue/types.ts'

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
