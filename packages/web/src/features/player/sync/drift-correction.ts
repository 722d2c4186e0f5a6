import type { Clocks } from '../controller/controller-options.ts'
import type { Track } from '../controller/playback-plan.ts'
import type { SoundReport } from '../controller/player-state.ts'
import type { SoundPlayer } from '../provider/web-playback-sdk.ts'
import { decideSeek, NO_DRIFT } from './seek-decision.ts'
import { adjustDelayMs, DEFAULT_DELAY_MS } from './start-delay.ts'
import { createTimer, type Timer } from './scheduler.ts'
import { align, keepTime, localStartMs } from './song-start.ts'
import {
  behindMs,
  endStatusOf,
  type PlayerSample,
  type SoundStatus,
  soundStatusOf,
  type SyncOffset,
} from './sound-status.ts'

const SAMPLE_PAUSE_MS = 1_000
/**
 * The pause between samples while the difference from the session is unknown, in milliseconds. Only players that can
 * start songs at exact times use it.
 */
const FIRST_SAMPLES_PAUSE_MS = 100
/**
 * The pause between two checks whether the server's time has jumped, in milliseconds. Only players that can start songs
 * at exact times need them, because only they have a figure for the sync.
 */
const CLOCK_CHECK_MS = 250
/**
 * The server's time has jumped if the start of the song, as calculated from it, moved by more than this number of
 * milliseconds.
 */
const CLOCK_JUMP_MS = 100
/**
 * A player that cannot start songs at exact times seeks this number of milliseconds after the last change of the
 * delay correction.
 */
const SEEK_AFTER_CHANGE_MS = 600
/**
 * The number of stored samples. The newest sample is compared with the oldest one. The oldest is two seconds older if
 * the pause between samples is `SAMPLE_PAUSE_MS`.
 */
const COMPARED_SAMPLES = 3

export type DriftCorrectionOptions = Clocks & {
  player: SoundPlayer
  track: Track
  /** The delay between the play command and the sound that was assumed at the start of the song, in milliseconds. */
  delayMs: number
  onReport(report: SoundReport): void
  /** Is called when the measured delay of the device differs from `delayMs`. */
  onDelay(delayMs: number): void
}

/**
 * Takes samples of a started song until `stop`. Each sample shows whether people hear the song, and how far it is
 * behind the session. With each sample, a player that can start songs at exact times gets the start time again,
 * because the measured server time may have changed. Any other player seeks if the difference is too large.
 */
export class DriftCorrection {
  readonly #options: DriftCorrectionOptions
  readonly #timer: Timer
  readonly #seekTimer: Timer
  readonly #clockTimer: Timer
  readonly #sentMs: number
  readonly #endSubscription: () => void
  #isStopped = false
  #samples: readonly PlayerSample[] = []
  #drift = NO_DRIFT
  #measurements = 0
  /** The start of the song at the last sample, in monotonic time of this device. Null if it was unknown. */
  #sampledStartMs: number | null = null

  constructor(options: DriftCorrectionOptions) {
    this.#options = options
    this.#timer = createTimer(options.scheduler)
    this.#seekTimer = createTimer(options.scheduler)
    this.#clockTimer = createTimer(options.scheduler)
    this.#sentMs = options.scheduler.nowMs()
    this.#endSubscription = options.correction.subscribe(() => this.#applyCorrection())
    this.#sampleAfter(options.player.timing ? FIRST_SAMPLES_PAUSE_MS : SAMPLE_PAUSE_MS)
    if (options.player.timing) this.#checkClock()
  }

  stop(): void {
    this.#isStopped = true
    this.#endSubscription()
    this.#seekTimer.cancel()
    this.#clockTimer.cancel()
    this.#timer.cancel()
  }

  #sampleAfter(pauseMs: number): void {
    this.#timer.start(pauseMs, () => void this.#sample())
  }

  /**
   * Takes a sample at once if the server's time has jumped or is unknown, as after a sleep of the device. The last
   * sample is wrong then (M10).
   */
  #checkClock(): void {
    this.#clockTimer.start(CLOCK_CHECK_MS, () => this.#checkClock())
    if (this.#sampledStartMs === null) return
    const startMs = localStartMs(this.#options.track, this.#options)
    if (startMs === null || Math.abs(startMs - this.#sampledStartMs) > CLOCK_JUMP_MS) this.#sampleAfter(0)
  }

  async #sample(): Promise<void> {
    const { player, track, onReport } = this.#options
    if (player.timing) keepTime(player.timing, track, this.#options)
    this.#sampledStartMs = localStartMs(track, this.#options)
    const sample = await this.#takeSample()
    if (this.#isStopped) return
    this.#samples = [...this.#samples, sample].slice(-COMPARED_SAMPLES)
    const status = this.#statusOf(sample)
    const offset = status === 'audible' ? this.#offsetOf(sample) : null
    if (offset !== null && !player.timing) this.#correct(offset.behindMs)
    onReport({ status, offset })
    if (this.#isStopped) return
    this.#sampleAfter(player.timing && offset === null ? FIRST_SAMPLES_PAUSE_MS : SAMPLE_PAUSE_MS)
  }

  #statusOf(sample: PlayerSample): SoundStatus {
    const { track } = this.#options
    const startMs = localStartMs(track, this.#options)
    return (
      endStatusOf(track, sample, startMs === null ? null : sample.atMs - startMs) ??
      soundStatusOf(track.song.id, this.#startMs(), this.#samples[0] ?? sample, sample)
    )
  }

  async #takeSample(): Promise<PlayerSample> {
    const { player, scheduler } = this.#options
    const askedMs = scheduler.nowMs()
    const sound = await player.sample()
    return { atMs: (askedMs + scheduler.nowMs()) / 2, sound }
  }

  /**
   * Returns the earliest time at which people can hear the song, in monotonic time of this device. A player that can
   * start songs at exact times may start the song later than it gets the play command.
   */
  #startMs(): number {
    const { player, track } = this.#options
    const songStartMs = player.timing && localStartMs(track, this.#options)
    return Math.max(this.#sentMs, songStartMs ?? this.#sentMs)
  }

  #offsetOf(sample: PlayerSample): SyncOffset | null {
    const { track } = this.#options
    const startMs = localStartMs(track, this.#options)
    if (startMs === null) return null
    const audible = sample.sound?.audiblePosition
    if (audible) return { behindMs: audible.atMs - startMs - audible.positionMs, errorMs: audible.withinMs }
    const behind = behindMs(sample, sample.atMs - startMs, track.durationMs)
    return behind === null ? null : { behindMs: behind, errorMs: null }
  }

  /**
   * Applies a changed delay correction to the current song (Y2). A player that can start songs at exact times changes
   * the position without a gap. Other players seek only after the last of several changes, because people hear every
   * seek.
   */
  #applyCorrection(): void {
    const { player, track } = this.#options
    this.#samples = []
    if (player.timing === null) return this.#seekTimer.start(SEEK_AFTER_CHANGE_MS, () => this.#seek())
    align(player.timing, track, this.#options)
  }

  #seek(): void {
    const startMs = localStartMs(this.#options.track, this.#options)
    if (startMs === null) return
    const positionMs = this.#options.scheduler.nowMs() - startMs + DEFAULT_DELAY_MS
    void this.#options.player.seek(Math.max(0, Math.floor(positionMs)))
    this.#samples = []
  }

  #correct(behind: number): void {
    const { delayMs, onDelay, scheduler } = this.#options
    this.#measurements += 1
    // The first measurement is ignored, because the position is not exact right after a start.
    if (this.#measurements === 1) return
    const measuredMs = adjustDelayMs(delayMs, behind)
    if (this.#measurements === 2 && measuredMs !== delayMs) onDelay(measuredMs)
    const { history, mustSeek } = decideSeek(this.#drift, behind, scheduler.nowMs())
    this.#drift = history
    if (mustSeek) this.#seek()
  }
}
