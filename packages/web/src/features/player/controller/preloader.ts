import type { SoundPlayer } from '../provider/web-playback-sdk.ts'
import type { Plan, Track } from './playback-plan.ts'

/** Makes the player load each song once before its start (P5). */
export class Preloader {
  #last: { uri: string; startTime: number | null } | null = null

  /** Returns whether this track is the last one that was loaded. */
  has = (track: Track | null): boolean => track !== null && this.#isLast(track.uri, track.startTime)

  /**
   * Loads the announced song. If the person does not listen yet, loads the song with which the session would start
   * for them.
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
