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
  /** Asks the server for the current and the announced song. The answer arrives later, as a new plan. */
  askPlay(): void
}

/**
 * Calculates which track must play now, from the plan of the session and the server's clock, and passes it to
 * `onDue`. When a track ends, it asks the server for the next plan.
 */
export class PlanFollower {
  readonly #options: FollowerOptions
  readonly #changeTimer: Timer
  readonly #askTimer: Timer
  #plan = NOTHING_PLANNED
  /** The last finished track after which the server was asked for the next plan. */
  #lastFinished: Track | null = null

  constructor(options: FollowerOptions) {
    this.#options = options
    this.#changeTimer = createTimer(options.scheduler)
    this.#askTimer = createTimer(options.scheduler)
  }

  plan = (): Plan => this.#plan

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
    this.#askAfter(finishedTrack(this.#plan, before, due, now), now)
  }

  stop(): void {
    this.#changeTimer.cancel()
    this.#askTimer.cancel()
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
