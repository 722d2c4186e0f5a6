import type { Catalogue, Playlist } from './catalogue.ts'

/** The kind of entry that a picture belongs to. */
export type PictureOf = 'album' | 'playlist' | 'artist' | 'person'

/** The progress of a scan of the operator's files. */
export type ScanState = {
  readonly phase: 'ready' | 'listing' | 'reading'
  readonly done: number
  readonly total: number
  /** The number of unreadable files, whose names are in the log. */
  readonly broken: number
}

/** A compressed packet. It decodes to `frames` samples of each channel. */
export type Packet = { readonly bytes: Uint8Array; readonly frames: number }

/** A compressed song as packets that can be read from any position. Positions are in samples of one channel. */
export type PacketSource = {
  readonly codec: 'mp3' | 'flac' | 'vorbis' | 'opus' | 'aac'
  readonly sampleRate: number
  readonly channels: number
  /**
   * The additional data that the decoder needs, in the format of `description` in WebCodecs. Empty if the codec needs
   * none.
   */
  readonly setup: Uint8Array
  /** The length of the song in samples, without the samples that the encoder added at both ends. */
  readonly frames: number
  /**
   * Reads the packets of a part of the song. Some earlier packets come first, because a decoder needs them to start.
   * @returns the packets, and the position of their first sample, which is negative if it is before the song
   * @throws the same errors as `packets`
   */
  read(fromFrame: number, untilFrame: number): Promise<{ fromFrame: number; packets: readonly Packet[] }>
}

/** A song as an audio file. It can be read from any position. */
export type AudioSource = {
  readonly contentType: string
  readonly byteLength: number
  /** A text that changes with every change of the file. Undefined for songs that never change. */
  readonly version?: string
  /**
   * Opens the packets of a compressed file. Returns null if the file has no packets (WAV) or an unknown format.
   * @throws when the file is broken, or a file system error or `TemporaryError` if another attempt can succeed
   */
  packets?(): Promise<PacketSource | null>
  /**
   * Reads the bytes from `start` (inclusive) to `end` (exclusive) in chunks. Each chunk is created only when it is
   * requested.
   * @param reader a number that identifies the reader. Readers with different numbers are served in turn
   * @throws RangeError outside of the file, and `TemporaryError` if the file was replaced since it was opened
   */
  read(start: number, end: number, reader?: number): AsyncIterable<Uint8Array>
}

/** The content of a picture with its media type. */
export type Picture = { readonly contentType: string; readonly body: string | Uint8Array }

/**
 * A source of music: the bundled songs (`bundled-library.ts`) or the operator's folder (`music-folder.ts`). The
 * provider's `emulator.ts` chooses.
 */
export type Library = {
  /** Whether the catalogue was read once. Before that, it may lack songs that exist. */
  isOpen(): boolean
  /** Returns the current catalogue, which is a new object after each change. */
  catalogue(): Catalogue
  /** Opens the sound of a track. Returns undefined if the track cannot be played. */
  open(trackId: string): Promise<AudioSource | undefined>
  /** Returns the picture of an entry. Returns undefined if the library has no picture for it. */
  picture(of: PictureOf, id: string): Promise<Picture | undefined>
  /** Returns the ids of the playlists that every account has, such as those of the operator's folders. */
  commonPlaylistIds(): readonly string[]
  /**
   * Returns the playlists that a new account of the built-in provider starts with. The same `personId` always gets the
   * same playlists.
   */
  starterPlaylists(personId: string): readonly Playlist[]
  scan(): ScanState
  close(): Promise<void>
}
