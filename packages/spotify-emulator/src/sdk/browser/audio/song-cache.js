/** @import { AudioGraph } from './audio-graph.js' */
import { OpusSong } from './opus-song.js'
import { WavSong } from './wav-song.js'

const cachedSongs = 3

/** @typedef {{ url: string, sound: OpusSong | WavSong | null }} Song  `sound` is null for other compressed files */

/** Opens the songs that play now or soon. Each song is opened once. */
export class SongCache {
  #graph
  #hasGraph
  /** @type {Map<string, { song: Promise<Song>, abort: AbortController }>} */
  #songs = new Map()

  /** @param {AudioGraph} graph @param {boolean} hasGraph whether the browser supports audio graphs */
  constructor(graph, hasGraph) {
    this.#graph = graph
    this.#hasGraph = hasGraph
  }

  /** @param {string} trackId @param {() => Promise<string | null>} findUrl called when the song is not open yet */
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
   * Removes a song and stops its downloads, because they would slow down the song that plays now. @param
   * {string} trackId
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
    if (url === null) throw new Error('The song is not available.')
    if (!this.#hasGraph) return { url, sound: null }
    const context = () => this.#graph.context
    const sound = (await OpusSong.open(url, context, signal)) ?? (await WavSong.open(url, context, signal))
    return { url, sound }
  }
}
