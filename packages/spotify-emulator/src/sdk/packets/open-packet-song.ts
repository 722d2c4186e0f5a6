import { DownloadError } from './download-error.ts'
import type { DecodeTask, DecodedAudio } from './serve-decoder.ts'
import { splitPieces } from './decode-piece.ts'
import { freeMemory } from './free-memory.ts'
import { PacketSong, type Part, type PieceOptions } from './packet-song.ts'
import { readFormat } from './song-format.ts'
import { decoderOf } from './sound-decoder.ts'

export { stereoSound } from './sound-files.ts'

/**
 * Opens a compressed song. The player script loads this module when it plays its first compressed song.
 * @param url the address of the song
 * @param base the address of the folder of the decoders
 * @param signal aborts all downloads of the song, also later ones
 * @returns null if only an `<audio>` element of this browser can play the file
 * @throws when the download fails
 */
export async function openPacketSong(
  url: string,
  base: string,
  signal: AbortSignal,
  options: PieceOptions,
): Promise<PacketSong | null> {
  const answer = await download(`${url}&packets=format`, signal, options)
  const format = answer === null ? null : readFormat(JSON.parse(new TextDecoder().decode(answer)))
  const decoder = format === null ? null : decoderOf(format.codec, base)
  if (format === null || decoder === null) return null
  if (!(await decoder.prepare(format))) {
    // If the decoder could not be downloaded, this throws, so that the song is opened again later.
    await download(`${base}${format.codec}.js`, signal, options)
    // The first worker may have ended because its download was slow.
    if (!(await decoderOf(format.codec, base)?.prepare(format))) return null
  }
  const version = encodeURIComponent(format.version)
  const load = async (parts: readonly Part[]) => {
    const wanted = parts.map(({ fromFrame, untilFrame }) => `${fromFrame}-${untilFrame}`).join()
    const pieces = await download(`${url}&packets=${wanted}&version=${version}`, signal, options)
    if (pieces === null) throw new Error('The file of the song is broken.')
    if (parts.length === 1) return [pieces]
    const split = splitPieces(pieces)
    freeMemory(new Uint8Array(pieces))
    return split
  }
  // Each piece gets the current decoder of the codec, because an earlier decoder may have ended.
  const decode = async (task: DecodeTask): Promise<DecodedAudio> => {
    const found = decoderOf(format.codec, base)
    if (found === null) throw new DownloadError('The decoder could not be loaded.')
    return found.decode(task)
  }
  const song = new PacketSong(format, decode, load, options)
  if (format.codec !== 'aac') return song
  // The browser decodes AAC. If the sound of this file has an unexpected length, its position is unknown. The trial uses
  // a separate context, because the graph of the player may not be open yet.
  const context = () => new OfflineAudioContext(1, 1, format.sampleRate)
  const trial = new PacketSong(format, decode, load, { ...options, context })
  return (await decodesExactly(trial)) ? song : null
}

/** Returns whether the first piece of a song can be decoded exactly. @throws DownloadError */
async function decodesExactly(song: PacketSong): Promise<boolean> {
  try {
    await song.piece(0)
    return true
  } catch (error) {
    if (error instanceof DownloadError) throw error
    return false
  }
}

/**
 * Downloads a part of a song, or a script. Returns null if the provider cannot read the song as packets (415).
 * @throws DownloadError when the provider refuses in another way, or does not answer in time
 */
async function download(
  url: string,
  signal: AbortSignal,
  { fetchInTime }: PieceOptions,
): Promise<ArrayBuffer | null> {
  try {
    return await fetchInTime(url, signal, async (response) => {
      if (response.status === 415) return null
      if (response.status !== 200)
        throw new DownloadError(`The song could not be loaded (${response.status}).`)
      return response.arrayBuffer()
    })
  } catch (error) {
    throw new DownloadError(error instanceof Error ? error.message : String(error))
  }
}
