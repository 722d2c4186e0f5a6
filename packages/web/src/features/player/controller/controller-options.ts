import type { StoredDevices } from '../devices/stored-devices.ts'
import type { AccessTokens } from '../provider/access-tokens.ts'
import type { WebApi } from '../provider/web-api.ts'
import type { SoundEvents, SoundPlayer } from '../provider/web-playback-sdk.ts'
import type { Scheduler } from '../sync/scheduler.ts'

/** The clock of the server, as this page has measured it. */
export type PlayerClock = {
  /** Returns the server's time in epoch milliseconds. Null while it is unknown. */
  now(): number | null
  /** Returns the largest error of `now` in ± milliseconds. Null while it is unknown. */
  errorMs(): number | null
  /** Measures the server's clock again. @returns whether the server answered */
  measure(): Promise<boolean>
}

/** The delay correction of this page's current sound output, as the person set or measured it (Y1). */
export type Correction = {
  /** Returns by how many milliseconds the sound must start earlier. A negative value means later. */
  ms(): number
  /** Adds a listener for changes of the correction. @returns a function that removes the listener */
  subscribe(listener: () => void): () => void
}

/**
 * What a player needs to calculate when sound must start: the clocks of the server and of the browser, and the delay
 * correction of the sound output.
 */
export type Clocks = { clock: PlayerClock; scheduler: Scheduler; correction: Correction }

export type ControllerOptions = Clocks & {
  tokens: AccessTokens
  api: WebApi
  /** Creates the provider's player in this page. Null if its script cannot be loaded. */
  createPlayer(events: SoundEvents): Promise<SoundPlayer | null>
  /**
   * Whether the provider's player can start songs at exact times. It then gets each song with its start time, and
   * starts the song by itself (P10).
   */
  keepsTime: boolean
  storedDevices: StoredDevices
  /** Is called when the device that the person chose is gone, and this page plays instead (P9). `name` is its name. */
  onChosenGone(name: string): void
  /** Asks the server for the current and the announced song. The answer arrives later, as a new plan. */
  askPlay(): void
}
