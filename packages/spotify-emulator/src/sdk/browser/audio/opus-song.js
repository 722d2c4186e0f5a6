/** @import { OpusLayout } from '@jointly/music-library/opus-file' */
import { opusHeadBytes, opusRate, packetFrames, readOpusHead } from '@jointly/music-library/opus-file'
import { BoundedMap } from '../bounded-map.js'
import { download, DownloadError, marginSec, pieceSec } from './download.js'
import { joined, oggFile } from './ogg-file.js'
import { cachedPieces, shared } from './wav-song.js'

const packetsPerPiece = (pieceSec * opusRate) / packetFrames
/** The number of packets that are loaded before the sound of a piece. The first one only prepares the decoder. */
const packetsBefore = 2
/** The number of packets that are loaded after the sound of a piece, for its margin. */
const packetsAfter = 2
/** The maximum number of decoded pieces in memory. It is small, because a decoded piece needs 0.4 MB. */
const decodedPieces = 8
/**
 * The allowed difference of the decoded length in frames. Browsers round the length when they convert the sample
 * rate.
 */
const roundedFrames = 2

/** An Opus packet that contains silence. */
const silentPacket = Uint8Array.from([0xfc, 0xff, 0xfe])

/** Returns whether the browser can decode pieces of bundled songs. */
export async function canDecodePieces() {
  try {
    const context = new OfflineAudioContext(2, 1, opusRate)
    const sound = await context.decodeAudioData(oggFile(silentPacket, silentPacket.length).buffer)
    return sound.length === packetFrames
  } catch {
    return false
  }
}

/**
 * A bundled song from the provider, whose Opus packets all have the same size. It loads single pieces, and decodes
 * the pieces that play soon.
 */
export class OpusSong {
  #url
  #layout
  #context
  #signal
  /** The loaded packets, by the index of their piece. @type {BoundedMap<number, Uint8Array>} */
  #packets = new BoundedMap(cachedPieces)
  /** @type {Map<number, Promise<Uint8Array>>} */
  #loading = new Map()
  /** @type {BoundedMap<number, AudioBuffer>} */
  #pieces = new BoundedMap(decodedPieces)
  /** @type {Map<number, Promise<AudioBuffer>>} */
  #decoding = new Map()

  /**
   * @param {string} url
   * @param {OpusLayout} layout
   * @param {() => BaseAudioContext} context returns the context that decodes the pieces at its own sample rate
   * @param {AbortSignal} signal aborts all downloads
   */
  constructor(url, layout, context, signal) {
    this.#url = url
    this.#layout = layout
    this.#context = context
    this.#signal = signal
  }

  /**
   * Opens a song. Returns null for another kind of file, or if the browser cannot decode pieces.
   * @param {string} url
   * @param {() => BaseAudioContext} context
   * @param {AbortSignal} signal aborts all downloads of the song, also later ones
   * @param {Promise<boolean>} canDecode the result of `canDecodePieces`
   * @throws when the download fails
   */
  static async open(url, context, signal, canDecode) {
    const layout = readOpusHead(await download(url, 0, opusHeadBytes, signal))
    return layout && (await canDecode) ? new OpusSong(url, layout, context, signal) : null
  }

  get durationSec() {
    return this.#layout.frames / opusRate
  }

  /** Returns whether a piece is loaded or decoded, so that it needs no download. @param {number} index */
  isLoaded(index) {
    return this.#packets.has(index) || this.#pieces.has(index)
  }

  /** Returns a decoded piece from the cache. Undefined if the piece is not decoded. @param {number} index */
  loadedPiece(index) {
    return this.#pieces.get(index)
  }

  /**
   * Loads the packets of consecutive pieces in one download. Simultaneous calls for the same piece share one download.
   * @param {number} first @param {number} count
   */
  load(first, count) {
    /** @type {Promise<Uint8Array> | null} */
    let loading = null
    const begin = this.#packetsOf(first).from
    const piece = async (/** @type {number} */ index) => {
      loading ??= this.#load(first, count)
      const { from, until } = this.#packetsOf(index)
      const { packetBytes } = this.#layout
      return (await loading).slice((from - begin) * packetBytes, (until - begin) * packetBytes)
    }
    const indexes = Array.from({ length: count }, (_, at) => first + at)
    return Promise.all(
      indexes.map((index) => shared(index, this.#packets, this.#loading, () => piece(index))),
    )
  }

  /** Loads and decodes a piece. @param {number} index */
  piece(index) {
    return shared(index, this.#pieces, this.#decoding, async () => {
      const [packets = new Uint8Array(0)] = await this.load(index, 1)
      return this.#decode(index, packets)
    })
  }

  /**
   * Downloads the packets of consecutive pieces. The first packets also belong to the piece before. If that piece is
   * loaded or loading, they are not downloaded again.
   * @param {number} first @param {number} count
   */
  async #load(first, count) {
    const { from } = this.#packetsOf(first)
    const { until } = this.#packetsOf(first + count - 1)
    const before = this.#packets.get(first - 1) ?? this.#loading.get(first - 1)
    if (before === undefined) return this.#download(from, until)
    const added = this.#download(first * packetsPerPiece + packetsAfter, until)
    const [earlier, later] = await Promise.all([before, added])
    return joined([earlier.subarray(-(packetsBefore + packetsAfter) * this.#layout.packetBytes), later])
  }

  /** Returns the packets of a piece: the first one, and the one after the last. @param {number} index */
  #packetsOf(index) {
    return {
      from: Math.max(0, index * packetsPerPiece - packetsBefore),
      until: Math.min(this.#layout.packets, (index + 1) * packetsPerPiece + packetsAfter),
    }
  }

  /** @param {number} from the first packet @param {number} until the packet after the last one */
  async #download(from, until) {
    const { packetBytes } = this.#layout
    const byteOf = (/** @type {number} */ packet) => opusHeadBytes + packet * packetBytes
    if (from >= until) return new Uint8Array(0)
    const bytes = await download(this.#url, byteOf(from), byteOf(until), this.#signal)
    if (bytes.byteLength !== (until - from) * packetBytes)
      throw new DownloadError('The song is not complete.')
    return new Uint8Array(bytes)
  }

  /**
   * Decodes the packets of a piece, and cuts the piece with its margins out of the decoded sound.
   * @param {number} index @param {Uint8Array} bytes
   * @throws when the browser cannot decode the packets, or the piece is not complete
   */
  async #decode(index, bytes) {
    const { packetBytes, skipFrames, frames } = this.#layout
    const packets = bytes.length / packetBytes
    const sound = await this.#context().decodeAudioData(oggFile(bytes, packetBytes).buffer)
    const { sampleRate, numberOfChannels } = sound
    const framesOf = (/** @type {number} */ opusFrames) => Math.round((opusFrames * sampleRate) / opusRate)
    if (Math.abs(sound.length - framesOf(packets * packetFrames)) > roundedFrames)
      throw new Error('The song could not be decoded.')
    const marginFrames = marginSec * opusRate
    const start = Math.max(0, index * pieceSec * opusRate - marginFrames)
    const end = Math.min(frames, (index + 1) * pieceSec * opusRate + marginFrames)
    const firstFrame = this.#packetsOf(index).from * packetFrames
    const from = framesOf(start + skipFrames - firstFrame)
    const length = framesOf(end - start)
    const piece = new AudioBuffer({ length, numberOfChannels, sampleRate })
    for (let channel = 0; channel < numberOfChannels; channel += 1)
      piece.copyToChannel(sound.getChannelData(channel).subarray(from, from + length), channel)
    return piece
  }
}
