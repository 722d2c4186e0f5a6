import type { SoundPlayer } from '../provider/web-playback-sdk.ts'
import { createTimer, type Timer } from '../sync/scheduler.ts'
import type { Clocks } from './controller-options.ts'
import {
  dueTrack,
  finishedTrack,
  isSameTrack,
  NOTHING_PLANNED,
  nextChange,
  type Track,
} from './playback-plan.ts'
import { isWanted, type PlayerModel } from './player-state.ts'
import { PLAYER_RETRY_MS } from './start-with-retries.ts'

export type FollowerOptions = Clocks & {
  /** Is called when the result of `due` may be different. */
  onTime(): void
  /** Asks the server for the current and the announced song. The answer arrives later, as a new plan. */
  askPlay(): void
}

/**
 * Calculates which track must play now, from the plan of the session and the server's clock. It also makes the player
 * load songs before they start, and asks the server for the next plan when a track ends. It starts no song: the
 * controller does this.
 */
export class PlanFollower {
  plan = NOTHING_PLANNED
  readonly #options: FollowerOptions
  readonly #changeTimer: Timer
  readonly #askTimer: Timer
  readonly #endSubscription: () => void
  /** The last finished track after which the server was asked for the next plan. */
  #lastFinished: Track | null = null
  /** The last song that the player was asked to load. */
  #loaded: { uri: string; startTime: number | null } | null = null

  constructor(options: FollowerOptions) {
    this.#options = options
    this.#changeTimer = createTimer(options.scheduler)
    this.#askTimer = createTimer(options.scheduler)
    // A player without start times gets the announced song earlier if its output is later (Y2).
    this.#endSubscription = options.correction.subscribe(options.onTime)
  }

  /**
   * Returns the track that must play now, and sets a timer for the next change. While the server's time is unknown, it
   * returns undefined and sets a timer for another attempt.
   * @param leadMs how long before its start the announced track is due, in milliseconds
   */
  due(model: PlayerModel, leadMs: number): Track | null | undefined {
    const { clock, onTime } = this.#options
    const now = clock.now()
    this.#changeTimer.cancel()
    if (now === null) {
      if (isWanted(model)) this.#changeTimer.start(PLAYER_RETRY_MS, onTime)
      return undefined
    }
    const nextMs = nextChange(this.plan, now, leadMs)
    if (nextMs !== null) this.#changeTimer.start(nextMs - now, onTime)
    return dueTrack(this.plan, now, leadMs, model.sentTrack)
  }

  /**
   * Prepares what comes after the track that must play now: loads a song, and asks for the next plan.
   * @param before the track that had to play until now
   * @param player the player of this page; null while another device plays
   */
  prepareNext(before: Track | null, model: PlayerModel, player: SoundPlayer | null): void {
    if (player) this.#preload(player, isWanted(model))
    if (isWanted(model)) this.#askAfter(before, model.track)
  }

  /** Returns whether this track is the last track that the player was asked to load. */
  isPreloaded = (track: Track | null): boolean =>
    track !== null && this.#isLastLoaded(track.uri, track.startTime)

  stop(): void {
    this.#endSubscription()
    this.#changeTimer.cancel()
    this.#askTimer.cancel()
  }

  /**
   * Makes the player load the announced song (P5). If the person does not listen yet, only a player that can start
   * songs at exact times loads a song. It is the current song, or the song with which the session will probably start.
   * A song is not loaded again if it is the last loaded song and has the same start time.
   */
  #preload(player: SoundPlayer, isListening: boolean): void {
    const { playing, next, likelyUri } = this.plan
    if (!player.preload || (!isListening && !player.timing)) return
    const track = isListening ? next : playing
    const uri = track || isListening ? track?.uri : likelyUri
    const startTime = track?.startTime ?? null
    if (!uri || this.#isLastLoaded(uri, startTime)) return
    this.#loaded = { uri, startTime }
    player.preload(uri)
  }

  #isLastLoaded(uri: string | null, startTime: number | null): boolean {
    return this.#loaded !== null && this.#loaded.uri === uri && this.#loaded.startTime === startTime
  }

  /** Asks the server for the plan after a finished track (spec section 4), but only once for each track. */
  #askAfter(before: Track | null, due: Track | null): void {
    const { clock, askPlay } = this.#options
    const now = clock.now()
    const finished = now === null ? null : finishedTrack(this.plan, before, due, now)
    if (now === null || finished === null || isSameTrack(this.#lastFinished, finished)) return
    this.#lastFinished = finished
    const { next } = this.plan
    // This device may start the announced track shortly before its start time. The request waits until the start
    // time, because before it the server still answers with the finished track.
    const waitMs = next !== null && isSameTrack(due, next) ? next.startTime - now : 0
    this.#askTimer.start(Math.max(0, waitMs), askPlay)
  }
}
