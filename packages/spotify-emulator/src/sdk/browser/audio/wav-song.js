import { BoundedMap } from '../bounded-map.js'
import { downloadVersion, marginSec, pieceSec } from './download.js'

/**
 * The size of the first download. It contains the header and the first seconds of sound, because most songs start
 * at the beginning.
 */
const firstBytes = 192 * 1024
export const cachedPieces = 32

/** Reads the four letters that name a chunk of the file. @param {DataView} view @param {number} at */
const nameAt = (view, at) =>
  String.fromCharCode(view.getUint8(at), view.getUint8(at + 1), view.getUint8(at + 2), view.getUint8(at + 3))

/**
 * Reads the header of a WAV file: the format, and the position of the samples. Returns null for another kind of
 * file.
 * @param {ArrayBuffer} head the first bytes of the file
 */
export function readWavHead(head) {
  const view = new DataView(head)
  if (head.byteLength < 44 || nameAt(view, 0) !== 'RIFF' || nameAt(view, 8) !== 'WAVE') return null
  /** @type {Uint8Array | null} */
  let format = null
  for (let at = 12; at + 8 <= head.byteLength; ) {
    const name = nameAt(view, at)
    const bytes = view.getUint32(at + 4, true)
    if (name === 'fmt ' && at + 8 + bytes <= head.byteLength)
      format = new Uint8Array(head.slice(at + 8, at + 8 + bytes))
    if (name === 'data') {
      if (format === null) return null
      const fields = new DataView(format.buffer)
      return {
        format,
        frameRate: fields.getUint32(4, true),
        frameBytes: fields.getUint16(12, true),
        dataAt: at + 8,
        dataBytes: bytes,
      }
    }
    at += 8 + bytes + (bytes % 2)
  }
  return null
}

/** A WAV file from the provider. It loads single pieces, and caches a limited number of them. */
export class WavSong {
  #url
  #head
  #beginning
  #tag
  #context
  #signal
  #mix
  /** @type {BoundedMap<number, AudioBuffer>} */
  #pieces = new BoundedMap(cachedPieces)
  /** @type {Map<number, Promise<AudioBuffer>>} */
  #loading = new Map()

  /**
   * @param {string} url
   * @param {{
   *   head: NonNullable<ReturnType<typeof readWavHead>>,
   *   beginning: ArrayBuffer,
   *   tag: string | null,
   *   mix: (sound: AudioBuffer) => AudioBuffer
   * }} file its header, its first bytes, its ETag, and a function that mixes surround sound to left and right
   * @param {() => BaseAudioContext} context returns the context that decodes the pieces at its own sample rate
   * @param {AbortSignal} signal aborts all downloads
   */
  constructor(url, { head, beginning, tag, mix }, context, signal) {
    this.#url = url
    this.#head = head
    this.#beginning = beginning
    this.#tag = tag
    this.#context = context
    this.#signal = signal
    this.#mix = mix
  }

  /**
   * Opens a song. Returns null for another kind of file.
   * @param {string} url
   * @param {() => BaseAudioContext} context
   * @param {AbortSignal} signal aborts all downloads of the song, also later ones
   * @param {(sound: AudioBuffer) => AudioBuffer} mix mixes surround sound to left and right
   * @throws when the download fails
   */
  static async open(url, context, signal, mix) {
    const first = { from: 0, until: firstBytes, tag: null }
    const { bytes: beginning, tag } = await downloadVersion(url, first, signal)
    const head = readWavHead(beginning)
    return head && new WavSong(url, { head, beginning, tag, mix }, context, signal)
  }

  get durationSec() {
    return this.#head.dataBytes / this.#head.frameBytes / this.#head.frameRate
  }

  /** Returns a piece from the cache. Undefined if the piece is not loaded. @param {number} index */
  loadedPiece(index) {
    return this.#pieces.get(index)
  }

  /** Returns whether a piece is in the cache, so that it needs no download. @param {number} index */
  isLoaded(index) {
    return this.#pieces.has(index)
  }

  /**
   * Loads and decodes consecutive pieces. Only decoded pieces are cached. @param {number} first @param {number} count
   */
  load(first, count) {
    return Promise.all(Array.from({ length: count }, (_, at) => this.piece(first + at)))
  }

  /**
   * Loads and decodes a piece. Simultaneous calls for the same piece share one download.
   * @param {number} index
   */
  piece(index) {
    return shared(index, this.#pieces, this.#loading, () => this.#load(index))
  }

  /** Downloads and decodes a piece. @param {number} index */
  async #load(index) {
    const { format, frameRate, frameBytes, dataAt, dataBytes } = this.#head
    const marginFrames = Math.round(marginSec * frameRate)
    const from = Math.max(0, index * pieceSec * frameRate - marginFrames) * frameBytes
    const until = Math.min(dataBytes, ((index + 1) * pieceSec * frameRate + marginFrames) * frameBytes)
    const isInBeginning = dataAt + until <= this.#beginning.byteLength
    const samples = isInBeginning
      ? this.#beginning.slice(dataAt + from, dataAt + until)
      : await this.#download(dataAt + from, dataAt + until)
    return this.#mix(await this.#context().decodeAudioData(wavOf(format, samples)))
  }

  /** Loads bytes of the version that has this header (B17). @param {number} from @param {number} until */
  async #download(from, until) {
    return (await downloadVersion(this.#url, { from, until, tag: this.#tag }, this.#signal)).bytes
  }
}

/**
 * Creates a WAV file that contains some samples of a song. @param {Uint8Array} format @param {ArrayBuffer} samples
 */
function wavOf(format, samples) {
  const file = new Uint8Array(28 + format.length + samples.byteLength)
  const view = new DataView(file.buffer)
  const text = (/** @type {number} */ at, /** @type {string} */ word) =>
    file.set(
      [...word].map((letter) => letter.charCodeAt(0)),
      at,
    )
  text(0, 'RIFF')
  view.setUint32(4, file.length - 8, true)
  text(8, 'WAVEfmt ')
  view.setUint32(16, format.length, true)
  file.set(format, 20)
  text(20 + format.length, 'data')
  view.setUint32(24 + format.length, samples.byteLength, true)
  file.set(new Uint8Array(samples), 28 + format.length)
  return file.buffer
}

/**
 * Returns an entry of the cache, or creates it with `make`. Simultaneous calls for the same entry share one
 * creation.
 * @template T
 * @param {number} index @param {Map<number, T>} cache @param {Map<number, Promise<T>>} making
 * @param {() => Promise<T>} make
 * @returns {Promise<T>}
 */
export function shared(index, cache, making, make) {
  const cached = cache.get(index)
  if (cached !== undefined) return Promise.resolve(cached)
  const running = making.get(index)
  if (running !== undefined) return running
  const result = make()
    .then((made) => {
      cache.set(index, made)
      return made
    })
    .finally(() => making.delete(index))
  making.set(index, result)
  return result
}
