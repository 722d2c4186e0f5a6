import type { Trouble } from '../controller/trouble.ts'
import type { SdkError, SoundEvents, SoundPlayer } from '../provider/web-playback-sdk.ts'
import { createTimer, type Scheduler, type Timer } from '../sync/scheduler.ts'

/** A player must become a device within this number of milliseconds. Otherwise the person sees a message. */
const READY_WITHIN_MS = 10_000

export type BrowserDeviceOptions = {
  /** Loads the provider's script and creates a player. Returns null if the script cannot be loaded. */
  createPlayer(events: SoundEvents): Promise<SoundPlayer | null>
  /** Whether this page becomes a device before the first press. */
  connectsEarly: boolean
  scheduler: Pick<Scheduler, 'after'>
  /** Is called when this page became a device (with its id), and when it is no device any more (with null). */
  onChange(deviceId: string | null): void
  onBlocked(): void
  onTrouble(trouble: Trouble): void
}

const TROUBLES: Record<SdkError, Trouble> = {
  initialization: 'unsupported',
  authentication: 'token',
  account: 'premium',
  playback: 'playback',
}

function troubleOf(error: SdkError, message: string, hasDevice: boolean): Trouble {
  // The built-in provider sends this message if the system has no output for sound (M11).
  if (error === 'playback' && /no sound output/i.test(message)) return 'no-output'
  // The built-in provider sends this message if a file ends too early or cannot be decoded (B17).
  if (error === 'playback' && /file of the song/i.test(message)) return 'broken'
  // If this page is not yet a device of the provider, a playback error means that the player cannot connect to the
  // provider.
  if (error === 'playback' && !hasDevice) return 'offline'
  return error === 'authentication' && /scope/i.test(message) ? 'permission' : TROUBLES[error]
}

/**
 * This page as a device of the provider. It loads the provider's script at once. It connects to the provider at the
 * first press, or without a press if `connectsEarly` is true.
 */
export class BrowserDevice {
  readonly #options: BrowserDeviceOptions
  readonly #readyTimer: Timer
  #phase: 'loading' | 'no-script' | 'loaded' | 'connected' | 'disposed' = 'loading'
  #player: SoundPlayer | null = null
  #deviceId: string | null = null
  #hasGesture = false
  #connections = 0

  constructor(options: BrowserDeviceOptions) {
    this.#options = options
    this.#readyTimer = createTimer(options.scheduler)
    void this.#load()
  }

  id = (): string | null => this.#deviceId

  player = (): SoundPlayer | null => this.#player

  /**
   * Allows sound. Call it directly in the handler of a press and before any await. Otherwise browsers block the
   * sound.
   */
  unlock(): void {
    this.#hasGesture = true
    this.#player?.unlock()
    if (this.#phase === 'no-script') void this.#load()
    if (this.#phase === 'connected') this.#startReadyTimer()
    else this.#connect()
  }

  /** Saves power after a stop before which no song played (M9). */
  suspend(): void {
    this.#player?.suspend()
  }

  /** Connects again if the provider refused the player, for example its token (L9). */
  reconnect(): void {
    this.#connect()
  }

  dispose(): void {
    this.#phase = 'disposed'
    this.#readyTimer.cancel()
    this.#player?.disconnect()
  }

  async #load(): Promise<void> {
    this.#phase = 'loading'
    const player = await this.#options.createPlayer(this.#events())
    if (this.#isDisposed()) return player?.disconnect()
    this.#phase = player === null ? 'no-script' : 'loaded'
    this.#player = player
    if (player === null) this.#options.onTrouble('script')
    // The person may have pressed play before the script was loaded. Then the page connects now, because most
    // browsers still allow the sound.
    else if (this.#hasGesture || this.#options.connectsEarly) this.#connect()
  }

  #events(): SoundEvents {
    return {
      ready: (id) => this.#setDevice(id),
      notReady: (id) => id === this.#deviceId && this.#setDevice(null),
      blocked: () => !this.#isDisposed() && this.#options.onBlocked(),
      failed: (error, message) => {
        if (this.#isDisposed()) return
        console.warn(`${error}_error`, message)
        if (error === 'authentication' || error === 'account') this.#disconnected()
        this.#options.onTrouble(troubleOf(error, message, this.#deviceId !== null))
      },
    }
  }

  #setDevice(id: string | null): void {
    if (this.#isDisposed()) return
    this.#readyTimer.cancel()
    this.#deviceId = id
    this.#options.onChange(id)
  }

  #connect(): void {
    if (this.#phase !== 'loaded') return
    this.#phase = 'connected'
    this.#connections += 1
    const connection = this.#connections
    this.#startReadyTimer()
    void this.#player?.connect().then((isConnected) => {
      // If the provider refused the player, the person already sees why.
      if (isConnected || connection !== this.#connections || this.#phase !== 'connected') return
      this.#disconnected()
      if (this.#hasGesture) this.#options.onTrouble('unsupported')
    })
  }

  /** Allows the next press, or `reconnect`, to connect again. */
  #disconnected(): void {
    if (this.#phase !== 'connected') return
    this.#phase = 'loaded'
    this.#readyTimer.cancel()
  }

  /**
   * Starts the time limit for becoming a device. Before the first press there is no limit, because the person does
   * not wait for sound yet.
   */
  #startReadyTimer(): void {
    this.#readyTimer.cancel()
    if (this.#hasGesture && this.#deviceId === null)
      this.#readyTimer.start(READY_WITHIN_MS, () => this.#options.onTrouble('no-device'))
  }

  /**
   * Returns whether `dispose` was called. It is a method, because the compiler would otherwise assume that the phase
   * cannot change during an await.
   */
  #isDisposed(): boolean {
    return this.#phase === 'disposed'
  }
}
