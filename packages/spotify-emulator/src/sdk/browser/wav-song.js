/** A piece is a second of sound, as the provider renders and keeps it. */
export const pieceSec = 1
/** What a piece holds beyond each of its ends, for joining it to the next. */
export const marginSec = 0.02
/** The head is fetched with the beginning of the sound: most songs are played from there. */
const headBytes = 192 * 1024
const keptPieces = 32
/** What has not come by then is not on its way any more, as when the net changed. */
const patienceMs = 15_000

/** @param {DataView} view @param {number} at */
const nameAt = (view, at) =>
  String.fromCharCode(view.getUint8(at), view.getUint8(at + 1), view.getUint8(at + 2), view.getUint8(at + 3))

/**
 * The two parts of a WAV file that matter; null when these are not the first bytes of one.
 * @param {ArrayBuffer} head
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

/**
 * A song of plain samples, of which any second can be had by itself: what is kept is bounded, however long the song.
 */
export class WavSong {
  #url
  #head
  #beginning
  #context
  #signal
  /** @type {Map<number, AudioBuffer>} */
  #pieces = new Map()
  /** @type {Map<number, Promise<AudioBuffer>>} */
  #coming = new Map()

  /**
   * @param {string} url
   * @param {NonNullable<ReturnType<typeof readWavHead>>} head
   * @param {ArrayBuffer} beginning the file's first bytes
   * @param {() => BaseAudioContext} context decodes the pieces, at its own rate
   * @param {AbortSignal} signal ends what is still coming
   */
  constructor(url, head, beginning, context, signal) {
    this.#url = url
    this.#head = head
    this.#beginning = beginning
    this.#context = context
    this.#signal = signal
  }

  /**
   * Null when the address gives something other than plain samples.
   * @param {string} url
   * @param {() => BaseAudioContext} context
   * @param {AbortSignal} signal ends what is still coming, now and later
   * @throws when it gives nothing
   */
  static async open(url, context, signal) {
    const beginning = await bytesOf(url, 0, headBytes, signal)
    const head = readWavHead(beginning)
    return head && new WavSong(url, head, beginning, context, signal)
  }

  get durationSec() {
    return this.#head.dataBytes / this.#head.frameBytes / this.#head.frameRate
  }

  /** A piece that is here; undefined when it is not. @param {number} index */
  kept(index) {
    return this.#pieces.get(index)
  }

  /**
   * Fetches and decodes a piece. Those who want the same one wait for one fetch.
   * @param {number} index
   * @returns {Promise<AudioBuffer>}
   */
  piece(index) {
    const kept = this.#pieces.get(index)
    if (kept) return Promise.resolve(kept)
    const coming = this.#coming.get(index) ?? this.#fetch(index)
    this.#coming.set(index, coming)
    return coming
  }

  /** @param {number} index */
  async #fetch(index) {
    try {
      const { format, frameRate, frameBytes, dataAt, dataBytes } = this.#head
      const marginFrames = Math.round(marginSec * frameRate)
      const from = Math.max(0, index * pieceSec * frameRate - marginFrames) * frameBytes
      const until = Math.min(dataBytes, ((index + 1) * pieceSec * frameRate + marginFrames) * frameBytes)
      const isHere = dataAt + until <= this.#beginning.byteLength
      const samples = isHere
        ? this.#beginning.slice(dataAt + from, dataAt + until)
        : await bytesOf(this.#url, dataAt + from, dataAt + until, this.#signal)
      const piece = await this.#context().decodeAudioData(wavOf(format, samples))
      this.#pieces.set(index, piece)
      for (const oldest of this.#pieces.keys())
        if (this.#pieces.size > keptPieces) this.#pieces.delete(oldest)
      return piece
    } finally {
      this.#coming.delete(index)
    }
  }
}

/** @param {string} url @param {number} from @param {number} until @param {AbortSignal} signal */
async function bytesOf(url, from, until, signal) {
  const ends = new AbortController()
  const end = () => ends.abort()
  const patience = setTimeout(end, patienceMs)
  if (signal.aborted) end()
  signal.addEventListener('abort', end)
  try {
    const headers = { range: `bytes=${from}-${until - 1}` }
    const response = await fetch(url, { headers, signal: ends.signal })
    // The whole, where a part was asked for, is not what a piece can be made of.
    if (response.status !== 206) throw new Error(`The song could not be loaded (${response.status}).`)
    return await response.arrayBuffer()
  } finally {
    clearTimeout(patience)
    signal.removeEventListener('abort', end)
  }
}

/** A file of its own for a part of the samples. @param {Uint8Array} format @param {ArrayBuffer} samples */
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
