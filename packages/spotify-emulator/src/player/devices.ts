import type { Playback } from './playback.ts'

/**
 * The connection from an account's player to one device. It sends commands to that device. `DeviceConnection` makes it.
 */
export type DeviceLink = {
  /** Loads the current song at its position, and starts it if the playback is not paused. */
  load(playback: Playback): void
  /** Sends a changed queue, repeat mode or shuffle mode. The current song continues. */
  update(playback: Playback): void
  pause(): void
  resume(): void
  seek(positionMs: number): void
  setVolume(percent: number): void
  /** Stops the sound, because another device plays now. */
  deactivate(): void
  close(): void
}

/** The data that a page sends about its device when it registers. */
export type DeviceInfo = { readonly id: string; readonly name: string; readonly volumePercent: number }

export type Device = {
  readonly id: string
  name: string
  volumePercent: number
  /** The connection to the page. Null while the page is not connected. */
  link: DeviceLink | null
}
