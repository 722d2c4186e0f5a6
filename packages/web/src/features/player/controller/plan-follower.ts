import type { SoundPlayer } from '../provider/web-playback-sdk.ts'
import { createTimer, type Timer } from '../sync/scheduler.ts'
import type { Clocks } from './controller-options.ts'
import {
  dueTrack,
  finishedTrack,
  isSameTrack,
  NOTHING_PLANNED,
  nextChange,
  type Plan,
  type Track,
} from './playback-plan.ts'
import { isWanted, type PlayerModel } from './player-state.ts'
import { PLAYER_RETRY_MS } from './retry-interval.ts'

export type FollowerOptions = Clocks & {
  model(): PlayerModel
  /** Returns how long before the start of a track the page must send its play command, in milliseconds. */
  leadMs(track: Track | null): number
  onDue(track: Track | null): void
  /** Returns the player of this page. Null while another device plays. */
  player(): SoundPlayer | null
  /** Asks the server for the current and the announced song. The answer arrives later, as a new plan. */
  askPlay(): void
}

/**
 * Calculates which track must play now, from the plan of the session and the server's clock, and passes it to
 * `onDue`. It makes the player load songs before they start. When a track ends, it asks the server for the next plan.
 */
export class PlanFollower {
  readonly #options: FollowerOptions
  readonly #changeTimer: Timer
  readonly #askTimer: Timer
  #plan = NOTHING_PLANNED
  /** The last finished track after which the server was asked for the next plan. */
  #lastFinished: Track | null = null
  /** The last song that the player was asked to load. */
  #loaded: { uri: string; startTime: number | null } | null = null

  constructor(options: FollowerOptions) {
    this.#options = options
    this.#changeTimer = createTimer(options.scheduler)
    this.#askTimer = createTimer(options.scheduler)
  }

  follow(plan: Plan): void {
    this.#plan = plan
    this.update()
  }

  /**
   * Passes the track that must play now to `onDue`, and sets a timer for the next change. While the server's time is
   * unknown, it only sets a timer for another attempt.
   */
  update(): void {
    const { clock, leadMs, onDue, model } = this.#options
    const now = clock.now()
    const { track: before, sentTrack } = model()
    this.#changeTimer.cancel()
    if (now === null) {
      if (isWanted(model())) this.#changeTimer.start(PLAYER_RETRY_MS, () => this.update())
      return
    }
    const lead = leadMs(this.#plan.next)
    const due = dueTrack(this.#plan, now, lead, sentTrack)
    const nextMs = nextChange(this.#plan, now, lead)
    if (nextMs !== null) this.#changeTimer.start(nextMs - now, () => this.update())
    onDue(due)
    this.#preload()
    this.#askAfter(finishedTrack(this.#plan, before, due, now), now)
  }

  /** Returns whether this track is the last track that the player was asked to load. */
  isPreloaded = (track: Track | null): boolean =>
    track !== null && this.#isLastLoaded(track.uri, track.startTime)

  stop(): void {
    this.#changeTimer.cancel()
    this.#askTimer.cancel()
  }

  /**
   * Makes the player load the announced song (P5). If the person does not listen yet, only a player that can start
   * songs at exact times loads a song. It is the current song, or the song with which the session will probably start.
   * A song is not loaded again if it is the last loaded song and has the same start time.
   */
  #preload(): void {
    const { playing, next, likelyUri } = this.#plan
    const player = this.#options.player()
    const isListening = isWanted(this.#options.model())
    if (!player?.preload || (!isListening && !player.timing)) return
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
  #askAfter(finished: Track | null, now: number): void {
    const { askPlay, model } = this.#options
    if (finished === null || !isWanted(model()) || isSameTrack(this.#lastFinished, finished)) return
    this.#lastFinished = finished
    const { next } = this.#plan
    // This device may start the announced track shortly before its start time. The request waits until the start
    // time, because before it the server still answers with the finished track.
    const waitMs = next !== null && isSameTrack(model().track, next) ? next.startTime - now : 0
    this.#askTimer.start(Math.max(0, waitMs), () => isWanted(model()) && askPlay())
  }
}
