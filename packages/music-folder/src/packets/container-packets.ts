import { isFileSystemError, type Packet, type PacketSource } from '@jointly/music-library'
import {
  CustomSource,
  type EncodedPacket,
  EncodedPacketSink,
  Input,
  type InputAudioTrack,
  Logging,
  MP4,
  OGG,
  QTFF,
} from 'mediabunny'
import { opusFrames } from './opus-frames.ts'
import { type ByteFile, maxPartBytes } from './read-file.ts'
import { isMp4CutOff, wholeOggBytes } from './whole-part.ts'

const cacheBytes = 1024 * 1024
/**
 * A decoder must decode this many samples before a position, so that the position is correct: 80 ms for Opus, and the
 * overlap of two packets for the other codecs.
 */
const warmUpFrames = { opus: 3840, vorbis: 8192, aac: 2048 }

const oggName = Buffer.from('OggS')
/** Each packet counts this many bytes more than its size. So very many empty packets exceed the limit of a part too. */
const bytesOfAPacket = 1024

const tagBytes = 512 * 1024
/** Finds the tag `iTunSMPB`, which has the delay, the padding and the length of the sound as hexadecimal numbers. */
const gaplessText = /iTunSMPB[^]{1,32}? [\dA-F]{8} ([\dA-F]{8}) [\dA-F]{8} ([\dA-F]{16})/i

/** Each packet of AAC is longer than this, so `wholeSec` needs no finer search. */
const shortestPacketSec = 0.005

type Codec = keyof typeof warmUpFrames

Logging.level = 0

/**
 * Opens a file of a container format: Ogg or MP4.
 * @returns null if the codec is not known
 * @throws when the file is broken
 */
export async function openContainer(file: ByteFile): Promise<PacketSource | null> {
  const isOgg = Buffer.from(await file.read(0, 4)).equals(oggName)
  const wholeBytes = isOgg ? await wholeOggBytes(file) : file.byteLength
  const source = new CustomSource({
    getSize: () => wholeBytes,
    read: (start, end) => file.read(start, end),
    maxCacheSize: cacheBytes,
    prefetchProfile: 'fileSystem',
    handleUnhandledError: () => undefined,
  })
  const input = new Input({ formats: [OGG, MP4, QTFF], source })
  const track = await input.getPrimaryAudioTrack()
  const config = await track?.getDecoderConfig()
  if (!track || !config) return null
  const codec = codecOf(config.codec)
  if (codec === null) return null
  const { sampleRate, numberOfChannels: channels } = config
  const sink = new EncodedPacketSink(track)
  const promisedSec = await track.computeDuration()
  const isCutOff = !isOgg && (await isMp4CutOff(file))
  const endFrame = Math.round((isCutOff ? await wholeSec(sink, promisedSec) : promisedSec) * sampleRate)
  const gapless = codec === 'aac' ? await gaplessOf(file, track) : null
  const shift = gapless?.delay ?? 0
  return {
    codec,
    sampleRate,
    channels,
    setup: bytesOf(config.description),
    frames: Math.max(0, Math.min(endFrame - shift, gapless?.frames ?? Number.POSITIVE_INFINITY)),
    async read(fromFrame, untilFrame) {
      const fromSec = (fromFrame + shift - warmUpFrames[codec]) / sampleRate
      const untilSec = (untilFrame + shift) / sampleRate
      const found = await packetsBetween(sink, fromSec, untilSec)
      const { from, packets } = placed(codec, found, sampleRate)
      return { fromFrame: from - shift, packets }
    },
  }
}

/** Returns the codec for its WebCodecs name. Returns null for a codec that is not supported. */
function codecOf(name: string): Codec | null {
  if (name === 'opus' || name === 'vorbis') return name
  return name.startsWith('mp4a.40.') ? 'aac' : null
}

/**
 * Converts the setup data of a codec to bytes. Returns no bytes if there are none.
 * @param description `unknown`, because TypeScript knows its type only in code for browsers
 */
function bytesOf(description: unknown): Uint8Array {
  if (description instanceof ArrayBuffer) return new Uint8Array(description)
  if (!ArrayBuffer.isView(description)) return new Uint8Array(0)
  return new Uint8Array(description.buffer, description.byteOffset, description.byteLength)
}

async function packetsBetween(
  sink: EncodedPacketSink,
  fromSec: number,
  untilSec: number,
): Promise<EncodedPacket[]> {
  const found: EncodedPacket[] = []
  let bytes = 0
  let packet = (fromSec > 0 ? await sink.getPacket(fromSec) : null) ?? (await sink.getFirstPacket())
  while (packet !== null && packet.timestamp < untilSec) {
    found.push(packet)
    bytes += packet.byteLength + bytesOfAPacket
    if (bytes > maxPartBytes) throw new RangeError('the part is too large')
    packet = await sink.getNextPacket(packet)
  }
  return found
}

/**
 * Finds the end of the last packet of a cut-off file, by binary search.
 * @param promisedSec the length that the header of the file states
 */
async function wholeSec(sink: EncodedPacketSink, promisedSec: number): Promise<number> {
  let [wholeUntil, missingFrom] = [0, promisedSec]
  while (missingFrom - wholeUntil > shortestPacketSec) {
    const middle = (wholeUntil + missingFrom) / 2
    const packet = await sink.getPacket(middle).catch((error: unknown) => {
      if (isFileSystemError(error)) throw error
      return null
    })
    if (packet === null) missingFrom = middle
    else wholeUntil = Math.max(middle, Math.min(missingFrom, packet.timestamp + packet.duration))
  }
  return wholeUntil
}

/** Calculates how many samples each packet decodes to, and at which sample the first packet begins. */
function placed(codec: Codec, found: readonly EncodedPacket[], sampleRate: number) {
  const startOf = ({ timestamp }: EncodedPacket): number => Math.round(timestamp * sampleRate)
  const endOf = (packet: EncodedPacket): number =>
    Math.round((packet.timestamp + packet.duration) * sampleRate)
  const [first] = found
  const framesOf = (packet: EncodedPacket): number => {
    if (codec === 'opus') return opusFrames(packet.data)
    // All packets of AAC decode to the same number of samples, but the file states a shorter duration for the last
    // one.
    const same = codec === 'aac' && first !== undefined ? first : packet
    return endOf(same) - startOf(same)
  }
  const packets = found.map((packet): Packet => ({ bytes: packet.data, frames: framesOf(packet) }))
  // The packets of the pre-skip have no own timestamps. Their start is calculated from the first packet with a
  // timestamp.
  const anchor = found.findIndex(({ timestamp }) => timestamp > 0)
  if (codec !== 'opus' || anchor <= 0 || first === undefined)
    return { from: first === undefined ? 0 : startOf(first), packets }
  const before = packets.slice(0, anchor).reduce((sum, { frames }) => sum + frames, 0)
  const anchored = found[anchor]
  return { from: (anchored === undefined ? 0 : startOf(anchored)) - before, packets }
}

/**
 * Reads the delay of the encoder and the length of the song from the tag that iTunes writes, both in samples. The delay
 * is 0 if the timestamps already contain it (edit list). Returns null if there is no such tag.
 */
async function gaplessOf(
  file: ByteFile,
  track: InputAudioTrack,
): Promise<{ delay: number; frames: number } | null> {
  // The tags are before or after the sound, so they are near the beginning or the end of the file.
  const ends = [
    await file.read(0, tagBytes),
    await file.read(Math.max(0, file.byteLength - tagBytes), file.byteLength),
  ]
  const found = ends.flatMap((bytes) => gaplessText.exec(Buffer.from(bytes).toString('latin1')) ?? [])
  const [, delayHex = '', framesHex = ''] = found
  const delay = Number.parseInt(delayHex, 16)
  const frames = Number.parseInt(framesHex, 16)
  if (!(delay >= 0 && delay < 48_000 && frames > 0)) return null
  return { delay: (await track.getFirstTimestamp()) < 0 ? 0 : delay, frames }
}
