import type { Playback } from './playback.ts'

/** The commands that a player sends to a device. */
export type DeviceLink = {
  /** Loads the current song of the playback at its position, and plays it if the playback plays. */
  load(playback: Playback): void
  /** Shows a changed queue, repeat or shuffle. The song continues. */
  update(playback: Playback): void
  pause(): void
  resume(): void
  seek(positionMs: number): void
  setVolume(percent: number): void
  /** Stops, because another device plays now. */
  deactivate(): void
  close(): void
}

/** The data that a page sends about itself when it registers. */
export type DeviceInfo = { readonly id: string; readonly name: string; readonly volumePercent: number }

export type Device = {
  readonly id: string
  name: string
  volumePercent: number
  /** The connection to the page. Null while the page is not connected. */
  link: DeviceLink | null
}
