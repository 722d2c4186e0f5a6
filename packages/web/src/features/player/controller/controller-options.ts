import type { StoredDevices } from '../devices/stored-devices.ts'
import type { AccessTokens } from '../provider/access-tokens.ts'
import type { WebApi } from '../provider/web-api.ts'
import type { SoundEvents, SoundPlayer } from '../provider/web-playback-sdk.ts'
import type { Scheduler } from '../sync/scheduler.ts'

/** The server's clock. */
export type PlayerClock = {
  /** Returns the server time in epoch milliseconds. Null while unknown. */
  now(): number | null
  /** Returns the largest error of `now` in ± milliseconds. Null while unknown. */
  errorMs(): number | null
  /** Measures the server's time once more. @returns whether the server answered */
  measure(): Promise<boolean>
}

/** The correction of this page's output: how late the output is, as the person set or measured it (Y1). */
export type Correction = {
  /** Returns by how many milliseconds the sound must start earlier. A negative value means later. */
  ms(): number
  /** Calls back after each change. @returns a function that ends the calls */
  subscribe(listener: () => void): () => void
}

/** The times that a player needs: the clocks of the server and of the browser, and the correction of the output. */
export type Clocks = { clock: PlayerClock; scheduler: Scheduler; correction: Correction }

/** The dependencies of a playback controller. */
export type ControllerOptions = Clocks & {
  tokens: AccessTokens
  api: WebApi
  /** Creates the provider's player in this page. Null if its script cannot be loaded. */
  createPlayer(events: SoundEvents): Promise<SoundPlayer | null>
  /** Whether the provider's player starts songs at their start time without further commands. */
  keepsTime: boolean
  /** The name of this page among the person's devices. */
  deviceName: string
  storedDevices: StoredDevices
  /** Asks the server what plays. The answer arrives as a new plan. */
  askPlay(): void
}
