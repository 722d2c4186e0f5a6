import type { Correction } from '../controller/controller-options.ts'
import { canRetry, retryWaitMs } from '../controller/start-with-retries.ts'
import type { AccessTokens } from '../provider/access-tokens.ts'
import type { SongTiming, SoundPlayer } from '../provider/web-playback-sdk.ts'
import type { Device, WebApi } from '../provider/web-api.ts'
import type { DevicesView } from '../screen/player-view.ts'
import { BrowserDevice, type BrowserDeviceOptions } from './browser-device.ts'
import { createOtherDeviceWatch } from './other-device-watch.ts'
import { DEFAULT_DELAY_MS } from '../sync/start-delay.ts'
import type { Scheduler } from '../sync/scheduler.ts'
import type { StoredDevices } from './stored-devices.ts'

/** A command waits at most this number of milliseconds for a device. Then the person sees a message. */
const DEVICE_TIMEOUT_MS = 10_000
/** How early a player that can start songs at exact times gets the play command of a song, in milliseconds. */
const TIMED_LEAD_MS = 1_500
/** The pause of another device is sent at most this number of times. */
const MOST_PAUSES = 15

export type DeviceSelectionOptions = Omit<BrowserDeviceOptions, 'connectsEarly' | 'scheduler'> & {
  scheduler: Scheduler
  /** Whether the provider's player can start songs at exact times. */
  keepsTime: boolean
  api: Pick<WebApi, 'devices' | 'pause'>
  tokens: Pick<AccessTokens, 'replace'>
  storedDevices: StoredDevices
  correction: Pick<Correction, 'ms'>
  /** Is called when the device that the person chose is gone, and this page plays instead (P9). `name` is its name. */
  onChosenGone(name: string): void
  /** Is called when no other device plays any more, but only after `watchOthers(true)`. */
  onFree(): void
}

/** Selects the device that plays: this page, or another device of the same person. */
export class DeviceSelection {
  readonly #options: DeviceSelectionOptions
  #browserDevice: BrowserDevice | null = null
  /** The chosen device. Null means this page. */
  #chosen: Pick<Device, 'id' | 'name'> | null = null
  /** Whether this page was a device of the provider. It has no id while its connection is broken. */
  #wasDevice = false
  #devices: readonly Device[] = []
  /** The command that waits for a device. */
  #waiting: { commandId: number; sinceMs: number } | null = null
  #failedPauses = 0

  /**
   * Starts or stops watching the other devices (P9). While it watches, `onFree` is called as soon as no other device
   * plays any more.
   * @param isElsewhere whether another device plays instead of this one
   */
  readonly watchOthers: (isElsewhere: boolean) => void
  readonly #reconnected: () => void

  constructor(options: DeviceSelectionOptions) {
    this.#options = options
    const { watch, reconnected } = createOtherDeviceWatch({ ...options, ownId: this.id })
    this.watchOthers = watch
    this.#reconnected = reconnected
  }

  /** Returns the id of the device that plays. Null if there is no device. */
  id = (): string | null => this.#chosen?.id ?? this.#browserDevice?.id() ?? null

  isBrowser = (): boolean => this.#browserDevice !== null && this.#chosen === null

  /**
   * Returns the delay correction of the sound output in milliseconds (Y1). It belongs to this page, so it is 0 if
   * another device plays.
   */
  correctionMs = (): number => (this.isBrowser() ? this.#options.correction.ms() : 0)

  view(): DevicesView {
    return { devices: this.#devices, deviceId: this.id(), browserDeviceId: this.#browserDevice?.id() ?? null }
  }

  /** Returns the player of this page. Null if there is none, or while another device is selected. */
  player(): SoundPlayer | null {
    return this.isBrowser() ? (this.#browserDevice?.player() ?? null) : null
  }

  /**
   * Returns the functions that start a song at an exact time on this page's player. Null if another device plays, or
   * if the player does not have these functions.
   */
  timing = (): SongTiming | null => this.player()?.timing ?? null

  /**
   * Replaces the player of this page by a new player for the current account. If there is no account, only removes
   * the player.
   */
  reset(hasAccount: boolean): void {
    this.close()
    this.#chosen = null
    this.#wasDevice = false
    this.#devices = []
    if (!hasAccount) return
    const { createPlayer, keepsTime, scheduler, onBlocked, onTrouble } = this.#options
    this.#browserDevice = new BrowserDevice({
      createPlayer,
      connectsEarly: keepsTime,
      scheduler,
      onBlocked,
      onTrouble,
      onChange: (deviceId) => {
        if (deviceId !== null) {
          this.#wasDevice = true
          this.#reconnected()
        }
        this.#save()
        // If another device is chosen, a change of this page's device must not start the song again. `onChange` does
        // not start a song if it gets null.
        this.#options.onChange(this.#chosen === null ? deviceId : null)
      },
    })
  }

  /**
   * Allows sound. Call it directly in the handler of a press and before any await. Otherwise browsers block the
   * sound.
   */
  unlock(): void {
    this.#browserDevice?.unlock()
  }

  /** Saves power after a stop before which no song played (M9). */
  suspend(): void {
    this.#browserDevice?.suspend()
  }

  /** Connects the player of this page again if the provider refused it, for example its token (L9). */
  reconnect(): void {
    this.#browserDevice?.reconnect()
  }

  /**
   * Pauses the device that plays.
   * @returns the wait in milliseconds after which the pause must be sent again, because another device could not be
   * paused (P8); null if it must not be sent again
   */
  async pause(): Promise<number | null> {
    const id = this.id()
    const player = this.player()
    if (player) await player.pause()
    const retryMs = player || id === null ? null : await this.#pauseOther(id)
    if (retryMs === null) this.#failedPauses = 0
    return retryMs
  }

  async #pauseOther(id: string): Promise<number | null> {
    const { api, tokens } = this.#options
    const result = await api.pause(id)
    // A device that the provider does not know does not play.
    if (result.ok || result.reason === 'already' || result.reason === 'no-device') return null
    this.#failedPauses += 1
    if (!canRetry(result.reason) || this.#failedPauses >= MOST_PAUSES) return null
    if (result.reason === 'token' && (await tokens.replace(result.token)) === 'ended') return null
    return retryWaitMs(result.reason, this.#failedPauses)
  }

  choose(deviceId: string): void {
    const isOwn = deviceId === this.#browserDevice?.id()
    this.#chosen = isOwn ? null : (this.#devices.find(({ id }) => id === deviceId) ?? null)
    this.#save()
  }

  /**
   * Loads the list of devices. The selected device stays selected, also if it is missing or if it is this page and its
   * connection is broken. If no device is selected and this page was never a device, it selects the first device that
   * accepts commands (spec section 8).
   */
  async reload(): Promise<void> {
    this.#devices = (await this.#options.api.devices()) ?? []
    if (this.id() === null && !this.#wasDevice)
      this.#chosen = this.#devices.find((device) => !device.isRestricted) ?? null
    this.#save()
  }

  /**
   * Loads the list of devices after the provider did not know the selected one. If the chosen device is gone, selects
   * a device with the same name, as of a restarted app of the provider, or otherwise this page (P9). If this page was
   * never a device, it selects the first one, as `reload` does. An empty list changes nothing, because the request may
   * have failed.
   * @returns whether another device is selected now
   */
  async replaceMissing(): Promise<boolean> {
    const missing = this.#chosen
    await this.reload()
    if (missing === null || missing !== this.#chosen || this.#devices.length === 0) return false
    if (this.#devices.some(({ id }) => id === missing.id)) return false
    const ownId = this.#browserDevice?.id() ?? null
    const others = this.#devices.filter(({ id, isRestricted }) => !isRestricted && id !== ownId)
    const renewed = others.find(({ name }) => name === missing.name)
    this.#chosen = renewed ?? (this.#wasDevice ? null : others[0]) ?? null
    this.#save()
    if (this.#wasDevice && this.#chosen === null) this.#options.onChosenGone(missing.name)
    return true
  }

  /**
   * Returns whether a command has waited too long for a device. It uses a time limit, because a broken connection causes
   * no event.
   * @param commandId the number of the waiting command; null if no command waits
   */
  isOverdue(commandId: number | null): boolean {
    const nowMs = this.#options.scheduler.nowMs()
    if (commandId === null) this.#waiting = null
    else if (this.#waiting?.commandId !== commandId) this.#waiting = { commandId, sinceMs: nowMs }
    return this.#waiting !== null && nowMs - this.#waiting.sinceMs >= DEVICE_TIMEOUT_MS
  }

  /** Returns the delay between a play command and the sound of the device that plays, in milliseconds. */
  delayMs(isPreloaded: boolean): number {
    return this.#options.storedDevices.delayOf(this.#delayKey(isPreloaded)) ?? DEFAULT_DELAY_MS
  }

  /** Returns how long before its start a song is sent to the device that plays, in milliseconds. */
  leadMs(isPreloaded: boolean): number {
    if (this.timing()) return TIMED_LEAD_MS
    return Math.max(0, this.delayMs(isPreloaded) + this.correctionMs())
  }

  /** Stores a measured delay of the device that plays. */
  saveDelay(isPreloaded: boolean, delayMs: number): void {
    this.#options.storedDevices.saveDelay(this.#delayKey(isPreloaded), delayMs)
  }

  /** Returns the key under which a delay is stored. Preloaded songs have their own key, because they start faster. */
  #delayKey(isPreloaded: boolean): string {
    if (!this.isBrowser()) return this.id() ?? 'here'
    return isPreloaded ? 'prepared' : 'here'
  }

  close(): void {
    this.watchOthers(false)
    this.#browserDevice?.dispose()
    this.#browserDevice = null
  }

  #save(): void {
    this.#options.storedDevices.saveDevices(this.id(), this.#devices)
  }
}
