import type { StoredDevices } from '../devices/stored-devices.ts'
import type { AccessTokens } from '../provider/access-tokens.ts'
import type { WebApi } from '../provider/web-api.ts'
import type { SoundEvents, SoundPlayer } from '../provider/web-playback-sdk.ts'
import type { Scheduler } from '../sync/scheduler.ts'

/** The server's clock, as this page has measured it. */
export type PlayerClock = {
  /** Returns the server time in epoch milliseconds. Null while unknown. */
  now(): number | null
  /** Returns the largest error of `now` in ± milliseconds. Null while unknown. */
  errorMs(): number | null
  /** Measures the server's time once more. @returns whether the server answered */
  measure(): Promise<boolean>
}

/** By how much the sound of this page's current output is corrected, as the person set or measured it (Y1). */
export type Correction = {
  /** Returns by how many milliseconds the sound must start earlier. A negative value means later. */
  ms(): number
  /** Calls back after each change. @returns a function that ends the calls */
  subscribe(listener: () => void): () => void
}

/**
 * What a player needs to know when sound must start: the clocks of the server and of the browser, and the correction
 * of the output.
 */
export type Clocks = { clock: PlayerClock; scheduler: Scheduler; correction: Correction }

export type ControllerOptions = Clocks & {
  tokens: AccessTokens
  api: WebApi
  /** Creates the provider's player in this page. Null if its script cannot be loaded. */
  createPlayer(events: SoundEvents): Promise<SoundPlayer | null>
  /**
   * Whether the provider's player keeps start times: when it knows the start time of a song, it starts the song by
   * itself at that time (P10).
   */
  keepsTime: boolean
  /** The name of this page among the person's devices. */
  deviceName: string
  storedDevices: StoredDevices
  /** Asks the server what plays. The answer arrives later, as a new plan. */
  askPlay(): void
}
