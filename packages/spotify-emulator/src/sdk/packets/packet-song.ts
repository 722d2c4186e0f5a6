import type { DecodeTask, DecodedAudio } from './serve-decoder.ts'
import { freeMemory } from './free-memory.ts'
import type { SongFormat } from './song-format.ts'
import { cutSound, wavFile } from './sound-files.ts'

/** The maximum number of pieces whose packets are in memory. */
const loadedPieces = 32
/** The maximum number of decoded pieces in memory. It is small, because a decoded piece needs 0.4 MB. */
const decodedPieces = 8

/** The number of samples of each channel in one packet of AAC. */
const aacPacketFrames = 1024

/** The functions and settings of the player script that a song uses. */
export type PieceOptions = {
  /** Returns the context that plays the song. Pieces are decoded at the sample rate of this context. */
  readonly context: () => BaseAudioContext
  /** Sends a request and reads the answer. Rejects when a time limit is exceeded. */
  readonly fetchInTime: <T>(
    url: string,
    signal: AbortSignal,
    read: (response: Response) => Promise<T>,
  ) => Promise<T>
  /** The length of a piece in seconds. */
  readonly pieceSec: number
  /** The length of the additional sound before and after a piece, in seconds. */
  readonly marginSec: number
}

/** A part of a song, in samples of one channel. `untilFrame` is exclusive. */
export type Part = { readonly fromFrame: number; readonly untilFrame: number }

/**
 * A compressed song from the provider. It loads the packets of single pieces, and decodes the pieces that play
 * soon. The numbers of loaded and of decoded pieces in memory are limited.
 */
export class PacketSong {
  #format
  #decode
  #load
  #options
  /** The loaded packets of pieces that are not decoded yet, by the index of the piece. */
  #packets = new Map<number, ArrayBuffer>()
  #loading = new Map<number, Promise<void>>()
  #pieces = new Map<number, AudioBuffer>()
  #decoding = new Map<number, Promise<AudioBuffer>>()

  /** @param load downloads the packets of some parts, in one request */
  constructor(
    format: SongFormat,
    decode: (task: DecodeTask) => Promise<DecodedAudio>,
    load: (parts: readonly Part[]) => Promise<readonly ArrayBuffer[]>,
    options: PieceOptions,
  ) {
    this.#format = format
    this.#decode = decode
    this.#load = load
    this.#options = options
  }

  get durationSec(): number {
    return this.#format.frames / this.#format.sampleRate
  }

  /** Returns a decoded piece by its index. Undefined if the piece is not decoded yet. */
  loadedPiece(index: number): AudioBuffer | undefined {
    return this.#pieces.get(index)
  }

  /** Returns whether a piece is loaded or decoded, so that it needs no download. */
  isLoaded(index: number): boolean {
    return this.#packets.has(index) || this.#pieces.has(index)
  }

  /**
   * Loads the packets of consecutive pieces in one request. Simultaneous calls for the same piece share one download.
   */
  async load(first: number, count: number): Promise<void> {
    const indexes = Array.from({ length: count }, (_, at) => first + at).filter(
      (each) => !this.isLoaded(each),
    )
    const missing = indexes.filter((each) => !this.#loading.has(each))
    const answer = missing.length > 0 ? this.#load(missing.map((each) => this.#partOf(each))) : null
    await Promise.all(
      indexes.map((index) =>
        shared(index, this.#loading, () => this.#keep(index, missing.indexOf(index), answer)),
      ),
    )
  }

  /** Keeps the packets of a piece from the answer to a request, which has them at the place `at`. */
  async #keep(index: number, at: number, answer: Promise<readonly ArrayBuffer[]> | null): Promise<void> {
    const packets = (await answer)?.[at]
    if (packets === undefined) throw new Error('The file of the song is broken.')
    keep(this.#packets, loadedPieces, index, packets)
  }

  /** Loads a piece if necessary, and decodes it. */
  piece(index: number): Promise<AudioBuffer> {
    const decoded = this.#pieces.get(index)
    return decoded ? Promise.resolve(decoded) : shared(index, this.#decoding, () => this.#open(index))
  }

  async #open(index: number): Promise<AudioBuffer> {
    await this.load(index, 1)
    // A second that is not decoded in order resets the decoder, which needs memory and time.
    await this.#decoding.get(index - 1)?.catch(() => undefined)
    const part = this.#partOf(index)
    const [loaded] = this.#packets.has(index) ? [] : await this.#load([part])
    const piece = this.#packets.get(index) ?? loaded
    if (piece === undefined) throw new Error('The file of the song is broken.')
    // The call of `#decode` transfers the packets to the worker, so the page cannot use them again.
    this.#packets.delete(index)
    const sound = await this.#soundOf(await this.#decode({ format: this.#format, piece, ...part }), part)
    keep(this.#pieces, decodedPieces, index, sound)
    return sound
  }

  #partOf(index: number): Part {
    const { pieceSec, marginSec } = this.#options
    const { sampleRate, frames } = this.#format
    const frameAt = (second: number): number => Math.round(second * sampleRate)
    return {
      fromFrame: Math.max(0, frameAt(index * pieceSec - marginSec)),
      untilFrame: Math.min(frames, frameAt((index + 1) * pieceSec + marginSec)),
    }
  }

  async #soundOf(decoded: DecodedAudio, { fromFrame, untilFrame }: Part): Promise<AudioBuffer> {
    const { sampleRate } = this.#format
    const context = this.#options.context()
    if ('file' in decoded)
      return cutSound(await context.decodeAudioData(decoded.file), {
        expectedSec: decoded.frames / sampleRate,
        fromSec: (fromFrame - decoded.fromFrame) / sampleRate,
        durationSec: (untilFrame - fromFrame) / sampleRate,
        packetSec: aacPacketFrames / sampleRate,
      })
    const { channels } = decoded
    // The browser's decoder converts the sample rate with better quality than an audio node.
    if (context.sampleRate !== sampleRate) {
      const file = wavFile(channels, sampleRate)
      for (const samples of channels) freeMemory(samples)
      return context.decodeAudioData(file)
    }
    const numberOfChannels = channels.length
    const sound = new AudioBuffer({ length: untilFrame - fromFrame, numberOfChannels, sampleRate })
    for (const [channel, samples] of channels.entries()) {
      sound.copyToChannel(samples, channel)
      freeMemory(samples)
    }
    return sound
  }
}

/** Adds a piece to a cache. If the cache then has more than `limit` pieces, the oldest ones are removed. */
function keep<T>(cache: Map<number, T>, limit: number, index: number, piece: T): void {
  cache.set(index, piece)
  for (const oldest of cache.keys()) if (cache.size > limit) cache.delete(oldest)
}

/**
 * Runs a task for a piece, and returns its result. If a task for the same piece is already running, that result is
 * returned instead.
 */
function shared<T>(index: number, running: Map<number, Promise<T>>, run: () => Promise<T>): Promise<T> {
  const task = running.get(index) ?? run().finally(() => running.delete(index))
  running.set(index, task)
  return task
}
