import type { Account } from '@jointly/contract'
import { createListeners } from '../../../shared/browser/listeners.ts'
import { DeviceSelection } from '../devices/device-selection.ts'
import { createTokenRecovery } from '../provider/token-recovery.ts'
import { isSameView, type PlayerView, viewOf } from '../screen/player-view.ts'
import { createSyncButton } from '../sync/sync-button.ts'
import { createTimer } from '../sync/scheduler.ts'
import { align, atStart, begin } from '../sync/song-start.ts'
import { DriftCorrection } from '../sync/drift-correction.ts'
import type { ControllerOptions } from './controller-options.ts'
import { PlanFollower } from './plan-follower.ts'
import { isSameTrack, type Plan, type Track } from './playback-plan.ts'
import {
  isPlayedElsewhere,
  isWanted,
  mustBeSilent,
  nextTask,
  type PlayerEvent,
  type SoundReport,
  STOPPED,
  transition,
} from './player-state.ts'
import { PLAYER_RETRY_MS, startWithRetries } from './start-with-retries.ts'
import { endsSound, isSoundTrouble, type Trouble } from './trouble.ts'

/** Plays a session's songs on a device. `transition` returns the next model, and `#act` sends the commands for it. */
export class PlaybackController {
  readonly #options: ControllerOptions
  readonly #devices: DeviceSelection
  readonly #follower: PlanFollower
  readonly #syncButton
  readonly #recoverToken
  readonly #retryTimer
  readonly #listeners = createListeners()
  #model = STOPPED
  #accountKey: string | null = null
  #driftCorrection: DriftCorrection | null = null
  #view: PlayerView
  #isDisposed = false

  constructor(options: ControllerOptions) {
    this.#options = options
    const { scheduler } = options
    this.#retryTimer = createTimer(scheduler)
    this.#devices = new DeviceSelection({
      ...options,
      onChange: (deviceId) => this.#deviceChanged(deviceId),
      onBlocked: () => this.#reportSound({ status: 'blocked', offset: null }),
      onTrouble: (trouble) => this.#deviceFailed(trouble),
      onFree: () => this.#restart(),
    })
    this.#follower = new PlanFollower({
      ...options,
      onTime: () => this.#update(),
      askPlay: () => isWanted(this.#model) && options.askPlay(),
    })
    this.#syncButton = createSyncButton({
      ...options,
      align: () => this.#align(),
      onChange: () => this.#changed(),
    })
    this.#recoverToken = createTokenRecovery({
      ...options,
      isWanted: () => isWanted(this.#model),
      onNewToken: () => {
        this.#devices.reconnect()
        this.#restart()
      },
    })
    this.#view = this.#makeView()
  }

  /** Returns the state for the screen. It returns the same object until something changes. */
  view = (): PlayerView => this.#view

  /** Adds a listener for changes of the view. @returns a function that removes the listener */
  subscribe = this.#listeners.add

  /** Sets the loaded accounts. A new or removed account, or a new status, gives this page a new player. */
  setAccounts(accounts: readonly Account[]): void {
    this.#options.tokens.set(accounts)
    const key = accounts.map(({ id, status }) => `${id} ${status}`).join()
    if (key === this.#accountKey) this.#changed()
    else {
      this.#accountKey = key
      this.#devices.reset(this.#options.tokens.account() !== undefined)
      if (isWanted(this.#model)) this.#devices.unlock()
      this.#dispatch({ type: 'restart' })
    }
    this.#act()
  }

  /** Sets the plan: the current and the announced song of the session. */
  follow(plan: Plan): void {
    this.#follower.plan = plan
    this.#update()
  }

  /** Starts or stops the sound. Call this directly in the handler of a press: browsers allow sound only then. */
  toggle(): void {
    if (isWanted(this.#model)) return this.stop()
    this.#options.askPlay()
    this.#devices.unlock()
    this.#dispatch({ type: 'start' })
    this.#update()
  }

  stop(): void {
    this.#dispatch({ type: 'stop' })
    if (this.#model.state === 'stopped') this.#devices.suspend()
    this.#act()
  }

  /** Unlocks a blocked sound, or tries to play again. Call this directly in the handler of a press (see `toggle`). */
  retry(): void {
    this.#devices.unlock()
    this.#restart()
  }

  /** If the person listens, measures the server's clock again and then corrects the position of the song. */
  sync(): void {
    if (isWanted(this.#model)) void this.#syncButton.run()
  }

  chooseDevice(id: string): void {
    this.#devices.choose(id)
    this.#restart()
  }

  async reloadDevices(): Promise<void> {
    await this.#devices.reload()
    this.#changed()
    this.#act()
  }

  dispose(): void {
    this.#isDisposed = true
    this.#driftCorrection?.stop()
    this.#follower.stop()
    this.#retryTimer.cancel()
    this.#syncButton.close()
    this.#devices.close()
  }

  #dispatch(event: PlayerEvent): void {
    this.#model = transition(this.#model, event, this.#devices.timing() !== null)
    if (this.#model.state !== 'playing') this.#driftCorrection?.stop()
    this.#devices.watchOthers(isPlayedElsewhere(this.#model))
    this.#changed()
  }

  #changed(): void {
    const view = this.#makeView()
    if (isSameView(view, this.#view)) return
    this.#view = view
    this.#listeners.notify()
  }

  #makeView(): PlayerView {
    return viewOf({
      model: this.#model,
      account: this.#options.tokens.account(),
      clockErrorMs: this.#options.clock.errorMs(),
      isTimed: this.#devices.timing() !== null,
      sync: this.#syncButton.state(),
      devices: this.#devices.view(),
    })
  }

  /**
   * Finds the track that must play now, and starts it if it does not play yet. Call this after a change that can have
   * made another track due.
   */
  #update(): void {
    const { track: before } = this.#model
    const isNextPreloaded = this.#follower.isPreloaded(this.#follower.plan.next)
    const due = this.#follower.due(this.#model, this.#devices.leadMs(isNextPreloaded))
    if (due === undefined) return
    this.#dispatch({ type: 'due', track: due })
    this.#act()
    this.#follower.prepareNext(before, this.#model, this.#devices.player())
  }

  /** Does what the state requires: sends a play or pause command, or waits for an account and a device. */
  #act(): void {
    this.#retryTimer.cancel()
    const account = this.#options.tokens.account()
    const hasAccount = account?.status === 'ok'
    const task = nextTask(this.#model, hasAccount && this.#devices.id() !== null)
    if (task === 'play') void this.#play()
    else if (task === 'pause') void this.#pause()
    else if (task === 'wait' && account !== undefined)
      this.#retryTimer.start(PLAYER_RETRY_MS, () => this.#act())
    const isOverdue = this.#devices.isOverdue(task === 'wait' && hasAccount ? this.#model.commandId : null)
    if (isOverdue && this.#model.trouble === null) this.#dispatch({ type: 'trouble', trouble: 'no-device' })
  }

  async #play(): Promise<void> {
    const { track } = this.#model
    const deviceId = this.#devices.id()
    if (track === null || track.uri === null || deviceId === null) return
    const { api, clock, scheduler, tokens } = this.#options
    this.#dispatch({ type: 'sent', track })
    const { commandId } = this.#model
    const isCurrent = () => this.#model.commandId === commandId
    const isPreloaded = this.#follower.isPreloaded(track)
    const timing = this.#devices.timing()
    const delayMs = timing ? 0 : this.#devices.delayMs(isPreloaded)
    const earlierMs = delayMs + this.#devices.correctionMs()
    const positionMs = () => (clock.now() ?? track.startTime) - track.startTime + earlierMs
    // A player that can start songs at exact times gets two starts: `begin` starts the song without the network (P10).
    // The play command below goes to the provider, which forwards it to the player. The song then plays already.
    const isAhead = timing !== null && begin(timing, track, this.#options)
    const result = await startWithRetries({
      api,
      uri: track.uri,
      deviceId,
      positionMs: timing ? () => Math.max(0, positionMs()) : positionMs,
      wait: (ms) => new Promise((resolve) => scheduler.after(ms, resolve)),
      findDevice: async () => void ((await this.#devices.replaceMissing()) && this.#restart()),
      replaceToken: tokens.replace,
      onTrouble: (trouble) => isCurrent() && this.#dispatch({ type: 'trouble', trouble }),
      isCurrent,
    })
    if (!isCurrent()) {
      // The person pressed stop, or the session was paused, before the answer. The song may play now, so it is paused.
      if (mustBeSilent(this.#model)) void this.#pause()
    } else if (result.ok) {
      this.#dispatch({ type: 'accepted', commandId })
      this.#startDriftCorrection(track, delayMs, isPreloaded)
    } else if (result.trouble !== null) {
      // After `begin`, the song plays at its start. The provider refused the play command, so pause it then (P10). An
      // earlier pause would also end the song before it.
      if (isAhead) atStart(track, this.#options, () => isCurrent() && void this.#devices.player()?.pause())
      this.#dispatch({ type: 'refused', commandId, trouble: result.trouble })
    }
  }

  async #pause(): Promise<void> {
    const retryMs = await this.#devices.pause()
    this.#dispatch({ type: retryMs === null ? 'paused' : 'pause-failed' })
    if (this.#isDisposed) return
    if (retryMs === null || this.#model.state === 'play') this.#act()
    else this.#retryTimer.start(retryMs, () => this.#act())
  }

  #restart(): void {
    this.#dispatch({ type: 'restart' })
    this.#update()
  }

  #startDriftCorrection(track: Track, delayMs: number, isPreloaded: boolean): void {
    const player = this.#devices.player()
    // The page cannot measure the sound of another device, so it assumes that the song plays there.
    if (player === null) return this.#reportSound({ status: 'audible', offset: null })
    this.#driftCorrection?.stop()
    this.#driftCorrection = new DriftCorrection({
      ...this.#options,
      player,
      track,
      delayMs,
      onReport: (report) => this.#reportSound(report),
      onDelay: (measuredMs) => this.#devices.saveDelay(isPreloaded, measuredMs),
    })
  }

  #reportSound(report: SoundReport): void {
    const { commandId } = this.#model
    this.#dispatch({ type: 'sound', report, now: this.#options.clock.now() })
    if (this.#model.commandId !== commandId) this.#update()
  }

  #deviceChanged(deviceId: string | null): void {
    // After a short loss of the connection, the song may still play here, or on another device (P9). Then it needs no
    // new play command.
    const { state, sound } = this.#model
    const isPlayed = (state === 'playing' && sound.status === 'audible') || isPlayedElsewhere(this.#model)
    if (deviceId === null || isPlayed) this.#changed()
    else this.#restart()
  }

  #deviceFailed(trouble: Trouble): void {
    if (trouble === 'token') this.#recoverToken()
    const isAudible = this.#model.sound.status === 'audible' && !endsSound(trouble)
    const isHarmless = isSoundTrouble(trouble) && (isAudible || !isWanted(this.#model))
    if (!isHarmless) this.#dispatch({ type: 'trouble', trouble })
    // A lost output is reported each second (M11), so it does not load the list each time.
    if (trouble !== 'no-output') void this.reloadDevices()
  }

  /** Corrects the song's position at once. A player that cannot start songs at exact times starts the song again. */
  #align(): void {
    const { track, sentTrack } = this.#model
    const timing = this.#devices.timing()
    if (timing === null) return this.#restart()
    if (track === null || !isSameTrack(track, sentTrack)) return
    align(timing, track, this.#options)
    this.#startDriftCorrection(track, 0, this.#follower.isPreloaded(track))
  }
}
