/** @import { AudioGraph } from './audio-graph.js' */
import { WavSong } from './wav-song.js'

const keptSongs = 3

/** @typedef {{ url: string, wav: WavSong | null }} Song  `wav` where it is plain samples */

/** The songs that play, played or are going to play: each is opened once. */
export class SongShelf {
  #graph
  #canLay
  /** @type {Map<string, Promise<Song>>} */
  #songs = new Map()

  /** @param {AudioGraph} graph @param {boolean} canLay whether there can be a graph to lay samples on */
  constructor(graph, canLay) {
    this.#graph = graph
    this.#canLay = canLay
  }

  /** @param {string} trackId @param {() => Promise<string | null>} findUrl asked where the song is not open yet */
  open(trackId, findUrl) {
    const song = this.#songs.get(trackId) ?? this.#find(findUrl)
    this.#songs.delete(trackId)
    this.#songs.set(trackId, song)
    for (const oldest of this.#songs.keys()) if (this.#songs.size > keptSongs) this.#songs.delete(oldest)
    // What could not be had once may be had later.
    song.catch(() => this.#songs.get(trackId) === song && this.#songs.delete(trackId))
    return song
  }

  /** @param {string} trackId */
  forget(trackId) {
    this.#songs.delete(trackId)
  }

  clear() {
    this.#songs.clear()
  }

  /** @param {() => Promise<string | null>} findUrl @returns {Promise<Song>} */
  async #find(findUrl) {
    const url = await findUrl()
    if (url === null) throw new Error('The song is not to be had.')
    return { url, wav: this.#canLay ? await WavSong.open(url, () => this.#graph.parts().context) : null }
  }
}
