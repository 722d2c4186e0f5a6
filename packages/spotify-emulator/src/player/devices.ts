import type { Playback } from './playback.ts'

/** How the player reaches a device; what it means on the wire is the dealer's business. */
export type DeviceLink = {
  /** Load the playback's current song at its position, and play it if it is playing. */
  load(playback: Playback): void
  /** The same song goes on; only what surrounds it changed (queue, repeat, shuffle). */
  update(playback: Playback): void
  pause(): void
  resume(): void
  seek(positionMs: number): void
  setVolume(percent: number): void
  /** Another device plays now. */
  deactivate(): void
  close(): void
}

export type Device = {
  readonly id: string
  name: string
  volumePercent: number
  readonly visibleFromMs: number
  /** Null while its page is gone. */
  link: DeviceLink | null
}

/** What a page says about itself when it registers. */
export type DeviceCard = { readonly id: string; readonly name: string; readonly volumePercent: number }
