export { serverOwner } from './catalogue.ts'
export type {
  Album,
  Artist,
  Catalogue,
  Copyright,
  Person,
  Playlist,
  PlaylistItem,
  Track,
} from './catalogue.ts'
export { cleanText } from './clean-text.ts'
export { isFileSystemError, TemporaryError } from './file-errors.ts'
export { fold } from './fold.ts'
export type { AudioSource, Library, Packet, PacketSource, Picture, PictureOf, ScanState } from './library.ts'
export type { Log } from './log.ts'
export { opusHead, opusHeadBytes, opusRate, packetFrames, readOpusHead } from './opus-file.js'
export type { OpusLayout } from './opus-file.js'
export { stableId } from './stable-id.ts'
