/** @import { AudioGraph } from './audio-graph.js' */
/** @import { TimedPosition } from './timed-position.js' */
/** @import { PacketSong } from '../../packets/packet-song.ts' */
import { DownloadError, fetchInTime, isThere, marginSec, pieceSec } from './download.js'
import { canDecodePieces, OpusSong } from './opus-song.js'
import { positionAt } from './timed-position.js'
import { WavSong } from './wav-song.js'

const cachedSongs = 3

/**
 * @typedef {OpusSong | PacketSong | WavSong} PieceSong  a song that is loaded in pieces
 * @typedef {{ url: string, sound: PieceSong | null }} Song  `sound` is null if only an `<audio>` element can play the file
 * @typedef {typeof import('../../packets/open-packet-song.ts')} PacketModule
 */

/** Opens the songs that play now or soon. Later calls for the same song return the first result. */
export class SongCache {
  #graph
  #hasGraph
  #packetsUrl
  #moduleUrl
  #import
  #failedImports = 0
  /**
   * Whether the browser can decode pieces of bundled songs. Null before the first song is opened.
   * @type {Promise<boolean> | null}
   */
  #canDecode = null
  /**
   * The songs by track id, the most recently used last.
   * @type {Map<string, { song: Promise<Song>, abort: AbortController }>}
   */
  #songs = new Map()

  /**
   * @param {AudioGraph} graph @param {boolean} hasGraph whether the browser supports audio graphs
   * @param {string} fileUrl the address of a file in the folder that also contains the folder `packets`
   * @param {(url: string) => Promise<PacketModule>} importModule
   */
  constructor(graph, hasGraph, fileUrl, importModule = (url) => import(url)) {
    this.#graph = graph
    this.#hasGraph = hasGraph
    this.#packetsUrl = fileUrl.replace(/[^/]*$/, 'packets/')
    this.#moduleUrl = `${this.#packetsUrl}song.js`
    this.#import = importModule
  }

  /**
   * Opens a song, or returns the result of an earlier call.
   * @param {string} trackId @param {() => Promise<string | null>} findUrl called if the song is not open yet
   */
  open(trackId, findUrl) {
    const entry = this.#songs.get(trackId) ?? this.#createEntry(findUrl)
    this.#songs.delete(trackId)
    this.#songs.set(trackId, entry)
    for (const oldest of this.#songs.keys()) if (this.#songs.size > cachedSongs) this.remove(oldest)
    // A failed song is removed from the cache, so that the next call tries again.
    entry.song.catch(() => this.#songs.get(trackId) === entry && this.#songs.delete(trackId))
    return entry.song
  }

  /**
   * Loads the part of a song that will play first.
   * @param {string} trackId @param {() => Promise<string | null>} findUrl called if the song is not open yet
   * @param {() => TimedPosition | undefined} findTime returns the time of the song; called when the song is open
   * @returns {Promise<boolean>} false when loading failed
   */
  async preload(trackId, findUrl, findTime) {
    try {
      const { sound } = await this.open(trackId, findUrl)
      // Without an open graph nothing is decoded here, because the sample rate is not known.
      if (sound === null || !this.#graph.isOpen) return true
      const setTime = findTime()
      const fromSec = setTime ? positionAt(setTime, performance.now()) / 1000 : 0
      if (fromSec < sound.durationSec) await sound.piece(Math.floor(Math.max(0, fromSec)))
      return true
    } catch {
      return false
    }
  }

  /**
   * Removes a song and stops its downloads, because they would slow down the song that plays now.
   * @param {string} trackId
   */
  remove(trackId) {
    this.#songs.get(trackId)?.abort.abort()
    this.#songs.delete(trackId)
  }

  clear() {
    for (const trackId of [...this.#songs.keys()]) this.remove(trackId)
  }

  /** Starts to open a song. @param {() => Promise<string | null>} findUrl */
  #createEntry(findUrl) {
    const abort = new AbortController()
    return { song: this.#open(findUrl, abort.signal), abort }
  }

  /** @param {() => Promise<string | null>} findUrl @param {AbortSignal} signal @returns {Promise<Song>} */
  async #open(findUrl, signal) {
    const url = await findUrl()
    if (url === null) throw new DownloadError('The song is not available.')
    if (!this.#hasGraph) return { url, sound: null }
    const context = () => this.#graph.context
    this.#canDecode ??= canDecodePieces()
    const sound =
      (await OpusSong.open(url, context, signal, this.#canDecode)) ?? (await this.#openFile(url, signal))
    return { url, sound }
  }

  /**
   * Opens a file of the operator with a separate module, because bundled songs do not need this module. Without the
   * module, only WAV files can be opened. Returns null if only an `<audio>` element can play the file.
   * @param {string} url @param {AbortSignal} signal
   * @throws DownloadError when the module or the song cannot be downloaded now
   */
  async #openFile(url, signal) {
    const base = this.#packetsUrl
    const context = () => this.#graph.context
    const module = await this.#import(this.#moduleUrl).catch(() => this.#importAgain(signal))
    const options = { context, fetchInTime, pieceSec, marginSec }
    return (
      (await module?.openPacketSong(url, base, signal, options)) ??
      WavSong.open(url, context, signal, module?.stereoSound ?? ((sound) => sound))
    )
  }

  /**
   * Imports the module from another address, because some browsers keep a failed import until the page is reloaded.
   * Returns null if the provider does not have the module, or the browser cannot read it.
   * @param {AbortSignal} signal
   * @throws DownloadError when the module cannot be downloaded now
   */
  async #importAgain(signal) {
    const url = `${this.#packetsUrl}song.js`
    // An error of `import` does not say whether the module is missing.
    if (!(await fetchInTime(url, signal, isThere))) return null
    this.#failedImports += 1
    const nextUrl = `${url}?again=${this.#failedImports}`
    try {
      const module = await this.#import(nextUrl)
      this.#moduleUrl = nextUrl
      return module
    } catch (error) {
      if (error instanceof SyntaxError) return null
      throw new DownloadError(String(error))
    }
  }
}
