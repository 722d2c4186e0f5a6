import type { SoundPlayer } from '../provider/web-playback-sdk.ts'
import type { Plan, Track } from './playback-plan.ts'

/**
 * Makes the player load songs before they start (P5). A song is not loaded again if it is the last loaded song and
 * has the same start time.
 */
export class Preloader {
  #last: { uri: string; startTime: number | null } | null = null

  /** Returns whether this track is the last track that the player was asked to load. */
  has = (track: Track | null): boolean => track !== null && this.#isLast(track.uri, track.startTime)

  /**
   * Makes the player load the announced song. If the person does not listen yet, only a player that can start songs
   * at exact times loads a song. It is the current song, or the song with which the session will probably start.
   * @param player the player of this page; null while another device plays
   */
  update(player: SoundPlayer | null, { playing, next, likelyUri }: Plan, isListening: boolean): void {
    if (!player?.preload || (!isListening && !player.timing)) return
    const track = isListening ? next : playing
    const uri = track || isListening ? track?.uri : likelyUri
    const startTime = track?.startTime ?? null
    if (!uri || this.#isLast(uri, startTime)) return
    this.#last = { uri, startTime }
    player.preload(uri)
  }

  #isLast(uri: string | null, startTime: number | null): boolean {
    return this.#last !== null && this.#last.uri === uri && this.#last.startTime === startTime
  }
}
