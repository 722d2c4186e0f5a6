/** @import { AudioGraph } from './audio-graph.js' */
import { WavSong } from './wav-song.js'

const keptSongs = 3

/** @typedef {{ url: string, wav: WavSong | null }} Song  `wav` where it is plain samples */

/** The songs that play or are going to play: each is opened once. */
export class SongCache {
  #graph
  #canLay
  /** @type {Map<string, { song: Promise<Song>, ends: AbortController }>} */
  #songs = new Map()

  /** @param {AudioGraph} graph @param {boolean} canLay whether there can be a graph to lay samples on */
  constructor(graph, canLay) {
    this.#graph = graph
    this.#canLay = canLay
  }

  /** @param {string} trackId @param {() => Promise<string | null>} findUrl asked where the song is not open yet */
  open(trackId, findUrl) {
    const kept = this.#songs.get(trackId) ?? this.#find(findUrl)
    this.#songs.delete(trackId)
    this.#songs.set(trackId, kept)
    for (const oldest of this.#songs.keys()) if (this.#songs.size > keptSongs) this.forget(oldest)
    // What could not be had once may be had later.
    kept.song.catch(() => this.#songs.get(trackId) === kept && this.#songs.delete(trackId))
    return kept.song
  }

  /** What of it is still coming comes no more: on a slow net it would hold up the song that is wanted now. @param {string} trackId */
  forget(trackId) {
    this.#songs.get(trackId)?.ends.abort()
    this.#songs.delete(trackId)
  }

  clear() {
    for (const trackId of [...this.#songs.keys()]) this.forget(trackId)
  }

  /** @param {() => Promise<string | null>} findUrl */
  #find(findUrl) {
    const ends = new AbortController()
    return { song: this.#open(findUrl, ends.signal), ends }
  }

  /** @param {() => Promise<string | null>} findUrl @param {AbortSignal} signal @returns {Promise<Song>} */
  async #open(findUrl, signal) {
    const url = await findUrl()
    if (url === null) throw new Error('The song is not to be had.')
    return { url, wav: this.#canLay ? await WavSong.open(url, () => this.#graph.context, signal) : null }
  }
}
