import type { DecodeTask, Decoded } from './serve-decoder.ts'
import { freeMemory } from './free-memory.ts'
import type { SongFormat } from './song-format.ts'
import { cutSound, wavFile } from './sound-files.ts'

/** The largest number of pieces whose packets are in memory. */
const loadedPieces = 32
/** The largest number of decoded pieces in memory. It is small, because a decoded piece needs 0.4 MB. */
const decodedPieces = 8

/** What a song needs from the player script. */
export type PieceOptions = {
  /** Returns the context that plays the song. It decodes at its own sample rate. */
  readonly context: () => BaseAudioContext
  /** Sends a request and reads the answer. Rejects if this takes too long. */
  readonly fetchInTime: <T>(
    url: string,
    signal: AbortSignal,
    read: (response: Response) => Promise<T>,
  ) => Promise<T>
  /** The length of a piece in seconds. */
  readonly pieceSec: number
  /** How much sound before and after a piece is decoded too, in seconds. */
  readonly marginSec: number
}

/** The position of a piece, in samples of one channel. */
type Part = { readonly fromFrame: number; readonly untilFrame: number }

/**
 * A compressed song on the provider. It loads the packets of single pieces, and decodes the pieces that play soon.
 * The numbers of loaded and of decoded pieces in memory are limited.
 */
export class PacketSong {
  #format
  #decode
  #load
  #options
  /** The packets of pieces that are not decoded yet. */
  #packets = new Map<number, ArrayBuffer>()
  #loading = new Map<number, Promise<void>>()
  #pieces = new Map<number, AudioBuffer>()
  #decoding = new Map<number, Promise<AudioBuffer>>()

  /** @param load downloads the packets of a part */
  constructor(
    format: SongFormat,
    decode: (task: DecodeTask) => Promise<Decoded>,
    load: (part: Part) => Promise<ArrayBuffer>,
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

  /** Returns a decoded piece. Undefined if the piece is not decoded yet. */
  loadedPiece(index: number): AudioBuffer | undefined {
    return this.#pieces.get(index)
  }

  /** Returns whether a piece needs no download. */
  isLoaded(index: number): boolean {
    return this.#packets.has(index) || this.#pieces.has(index)
  }

  /** Loads the packets of a piece. Calls for the same piece share one download. */
  load(index: number): Promise<void> {
    if (this.isLoaded(index)) return Promise.resolve()
    return shared(index, this.#loading, async () =>
      keep(this.#packets, loadedPieces, index, await this.#load(this.#partOf(index))),
    )
  }

  /** Loads and decodes a piece. */
  piece(index: number): Promise<AudioBuffer> {
    const decoded = this.#pieces.get(index)
    return decoded ? Promise.resolve(decoded) : shared(index, this.#decoding, () => this.#open(index))
  }

  async #open(index: number): Promise<AudioBuffer> {
    await this.load(index)
    const part = this.#partOf(index)
    const piece = this.#packets.get(index) ?? (await this.#load(part))
    // The packets were transferred to the decoder, so they cannot be used here any more.
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

  async #soundOf(decoded: Decoded, { fromFrame, untilFrame }: Part): Promise<AudioBuffer> {
    const { sampleRate } = this.#format
    const context = this.#options.context()
    if ('file' in decoded)
      return cutSound(await context.decodeAudioData(decoded.file), {
        expectedSec: decoded.frames / sampleRate,
        fromSec: (fromFrame - decoded.fromFrame) / sampleRate,
        durationSec: (untilFrame - fromFrame) / sampleRate,
      })
    const { channels } = decoded
    // The browser's decoder converts the sample rate better than an audio node would.
    if (context.sampleRate !== sampleRate) return context.decodeAudioData(wavFile(channels, sampleRate))
    const numberOfChannels = channels.length
    const sound = new AudioBuffer({ length: untilFrame - fromFrame, numberOfChannels, sampleRate })
    for (const [channel, samples] of channels.entries()) {
      sound.copyToChannel(samples, channel)
      freeMemory(samples)
    }
    return sound
  }
}

/** Adds a piece, and removes the oldest ones above a limit. */
function keep<T>(cache: Map<number, T>, limit: number, index: number, piece: T): void {
  cache.set(index, piece)
  for (const oldest of cache.keys()) if (cache.size > limit) cache.delete(oldest)
}

/**
 * Runs a task, and returns its result. If a task for the same piece is still running, its result is returned instead.
 */
function shared<T>(index: number, running: Map<number, Promise<T>>, run: () => Promise<T>): Promise<T> {
  const task = running.get(index) ?? run().finally(() => running.delete(index))
  running.set(index, task)
  return task
}
