import type { DecodeTask, Decoded } from './serve-decoder.ts'
import type { SongFormat } from './song-format.ts'
import { cutSound, wavFile } from './sound-files.ts'

const cachedPieces = 32

/** How the player script plays songs. */
export type PieceOptions = {
  /** Returns the context that plays the song. It decodes at its own sample rate. */
  readonly context: () => BaseAudioContext
  /** The length of a piece in seconds. */
  readonly pieceSec: number
  /** The extra sound at both ends of a piece in seconds. */
  readonly marginSec: number
}

/** The place of a piece, in samples of one channel. */
type Part = { readonly fromFrame: number; readonly untilFrame: number }

/**
 * A compressed song on the provider. It loads the packets of single pieces, decodes them, and caches a limited
 * number of pieces.
 */
export class PacketSong {
  #format
  #decode
  #load
  #options
  #pieces = new Map<number, AudioBuffer>()
  #loading = new Map<number, Promise<AudioBuffer>>()

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

  /** Returns a piece from the cache. Undefined when the piece is not there. */
  loadedPiece(index: number): AudioBuffer | undefined {
    return this.#pieces.get(index)
  }

  /** Returns whether a piece needs no download. */
  isLoaded(index: number): boolean {
    return this.#pieces.has(index)
  }

  /** Loads a piece, which is decoded at once. */
  load(index: number): Promise<AudioBuffer> {
    return this.piece(index)
  }

  /** Loads and decodes a piece. Calls for the same piece share one download. */
  piece(index: number): Promise<AudioBuffer> {
    const loaded = this.#pieces.get(index)
    if (loaded) return Promise.resolve(loaded)
    const loading = this.#loading.get(index) ?? this.#open(index)
    this.#loading.set(index, loading)
    return loading
  }

  async #open(index: number): Promise<AudioBuffer> {
    try {
      const part = this.#partOf(index)
      const piece = await this.#load(part)
      const decoded = await this.#decode({ format: this.#format, piece, ...part })
      const sound = await this.#soundOf(decoded, part)
      this.#pieces.set(index, sound)
      for (const oldest of this.#pieces.keys())
        if (this.#pieces.size > cachedPieces) this.#pieces.delete(oldest)
      return sound
    } finally {
      this.#loading.delete(index)
    }
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
    // The browser's decoder converts the sample rate better than a node that plays another rate than its graph.
    if (context.sampleRate !== sampleRate) return context.decodeAudioData(wavFile(channels, sampleRate))
    const numberOfChannels = channels.length
    const sound = new AudioBuffer({ length: untilFrame - fromFrame, numberOfChannels, sampleRate })
    for (const [channel, samples] of channels.entries()) sound.copyToChannel(samples, channel)
    return sound
  }
}
