import { isFileSystemError, type PacketSource, TemporaryError } from '@jointly/music-library'
import { openContainerFile } from './container-thread.ts'
import { isFlacCutOff, openFlac } from './flac-packets.ts'
import { skipId3 } from './mp3-frame.ts'
import { openMp3, writtenMp3Seconds } from './mp3-packets.ts'
import type { ByteFile } from './read-file.ts'

const headBytes = 12

/**
 * Opens a compressed file by its content, because its name may be wrong.
 * @returns null if the file has no packets (WAV) or an unknown format
 * @throws when the file is broken
 */
export async function openPackets(file: ByteFile): Promise<PacketSource | null> {
  const opened = await openKind(file)
  return opened === null || opened.frames > 0 ? opened : null
}

async function openKind(file: ByteFile): Promise<PacketSource | null> {
  const { kind, soundAt } = await kindOf(file)
  if (kind === 'wav') return null
  if (kind === 'mp3') return openMp3(file, soundAt)
  if (kind === 'flac') return openFlac(file, soundAt)
  return openContainerFile(file)
}

/**
 * Calculates the length of the sound without the silence that the encoder added. With the exact length the next song
 * begins without a gap.
 * @returns null if the length is not known. It is also null for WAV, Ogg and complete FLAC files, because the tag
 * library finds their exact length
 */
export async function exactSeconds(file: ByteFile): Promise<number | null> {
  const { kind, soundAt } = await kindOf(file)
  if (kind === 'flac') return (await isFlacCutOff(file, soundAt)) ? countedSeconds(file) : null
  if (kind !== 'mp3' && kind !== 'mp4') return null
  const written = kind === 'mp3' ? await writtenMp3Seconds(file, soundAt) : null
  return written ?? countedSeconds(file)
}

/**
 * Calculates the length of the sound in seconds from its packets. Returns null if the file has no packets or is broken.
 * @throws when the file system does not give the file, and `TemporaryError` if another file ended the reader
 */
export async function countedSeconds(file: ByteFile): Promise<number | null> {
  const opened = await openPackets(file).catch((error: unknown) => {
    if (isFileSystemError(error) || error instanceof TemporaryError) throw error
    return null
  })
  return opened && opened.frames / opened.sampleRate
}

/** The format of a file. A file with no other known format counts as mp3, because mp3 files have no fixed first bytes. */
export type SoundKind = 'wav' | 'mp3' | 'flac' | 'mp4' | 'ogg'

/** Finds out the format of a file by its first bytes, and where its sound begins after ID3 tags. */
export async function kindOf(file: ByteFile): Promise<{ kind: SoundKind; soundAt: number }> {
  const begin = await file.read(0, headBytes)
  const soundAt = skipId3(begin)
  const head = soundAt === 0 ? begin : await file.read(soundAt, soundAt + headBytes)
  const name = String.fromCharCode(...head)
  if (name.startsWith('RIFF')) return { kind: 'wav', soundAt }
  if (name.slice(4, 8) === 'ftyp') return { kind: 'mp4', soundAt }
  if (name.startsWith('fLaC')) return { kind: 'flac', soundAt }
  return { kind: name.startsWith('OggS') ? 'ogg' : 'mp3', soundAt }
}
