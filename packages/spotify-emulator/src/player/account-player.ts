import { randomUUID } from 'node:crypto'
import type { Track } from '@jointly/music-library'
import type { Collection } from '../library/collection.ts'
import type { Device, DeviceInfo, DeviceLink } from './devices.ts'
import {
  type Adjustment,
  adjustedPlayback,
  currentTrackId,
  nextPlayback,
  type Playback,
  positionAt,
} from './playback.ts'

/**
 * The reason why a player command is refused. `device`: the device in the command is not connected (404). `active`:
 * no device is active (404). `restriction`: the command is not possible in the current state (403).
 */
export type PlayerRefusal = 'device' | 'active' | 'restriction'

export type PlayCommand = Pick<Playback, 'contextUri' | 'trackIds' | 'index' | 'positionMs'>

/** What a page reports about its playback. */
export type DeviceReport = {
  readonly trackId: string
  readonly positionMs: number
  readonly playing: boolean
  readonly playbackId: string
}

export type AccountPlayerOptions = {
  readonly collection: Collection
  /** Returns the current time in epoch milliseconds. */
  readonly now: () => number
}

const maxQueued = 200
/** The maximum number of devices. A person rarely has this number of pages open at the same time. */
const maxDevices = 20

/**
 * The devices of one account, the active device, and its playback. A command returns null, or the reason why it is
 * refused. In the parameters, the device id null means the active device.
 */
export class AccountPlayer {
  #devices = new Map<string, Device>()
  #activeId: string | null = null
  #playback: Playback | null = null
  #options

  constructor(options: AccountPlayerOptions) {
    this.#options = options
  }

  get hasDevices(): boolean {
    return this.#devices.size > 0
  }

  devices(): readonly (Device & { readonly active: boolean })[] {
    return [...this.#devices.values()].map((device) => ({ ...device, active: device.id === this.#activeId }))
  }

  /** Returns the current playback and its device. Null if nothing was loaded or no device is active. */
  state(): { device: Device; playback: Playback; positionMs: number } | null {
    const device = this.#devices.get(this.#activeId ?? '')
    if (this.#playback === null || device === undefined) return null
    return { device, playback: this.#playback, positionMs: this.#positionMs(this.#playback) }
  }

  play(deviceId: string | null, command: PlayCommand): PlayerRefusal | null {
    return this.#onDevice(deviceId, (device) => {
      const { shuffle = false, repeat = 'off' } = this.#playback ?? {}
      const changedAtMs = this.#options.now()
      this.#start(device, { ...command, id: '', queued: [], changedAtMs, playing: true, shuffle, repeat })
      return null
    })
  }

  resume(deviceId: string | null): PlayerRefusal | null {
    return this.#onDevice(deviceId, (device) => {
      if (this.#playback === null) return 'restriction'
      if (device.id !== this.#activeId) {
        this.#start(device, { ...this.#atCurrentPosition(this.#playback), playing: true })
        return null
      }
      if (this.#playback.playing) return 'restriction'
      this.#update({ playing: true })
      device.link?.resume()
      return null
    })
  }

  pause(deviceId: string | null): PlayerRefusal | null {
    return this.#onDevice(deviceId, (device) => {
      if (this.#playback?.playing !== true || device.id !== this.#activeId) return 'restriction'
      this.#update({ playing: false })
      device.link?.pause()
      return null
    })
  }

  /**
   * Starts the next or the previous song. If there is no next song, the playback stops at the beginning of the
   * current song.
   */
  skip(deviceId: string | null, direction: 'next' | 'previous'): PlayerRefusal | null {
    return this.#onDevice(deviceId, (device) => {
      if (this.#playback === null) return 'restriction'
      const previous = { ...this.#playback, index: Math.max(0, this.#playback.index - 1) }
      const target = direction === 'next' ? nextPlayback(this.#playback, 'skipped') : previous
      if (target !== null) {
        this.#start(device, { ...target, positionMs: 0, playing: true })
        return null
      }
      this.#update({ positionMs: 0, playing: false })
      device.link?.pause()
      device.link?.seek(0)
      return null
    })
  }

  /** Changes the position. If the position is after the end of the song, the next song starts. */
  seek(deviceId: string | null, positionMs: number): PlayerRefusal | null {
    return this.#onDevice(deviceId, (device) => {
      if (this.#playback === null || device.id !== this.#activeId) return 'restriction'
      if (positionMs >= (this.#trackOf(this.#playback)?.durationMs ?? 0)) return this.skip(deviceId, 'next')
      this.#update({ positionMs })
      device.link?.seek(positionMs)
      return null
    })
  }

  /** Transfers the playback to another device. The song plays there if it was playing or if `play` is true. */
  transfer(deviceId: string, play: boolean): PlayerRefusal | null {
    return this.#onDevice(deviceId, (device) => {
      if (this.#playback === null) {
        this.#activate(device)
        return null
      }
      if (device.id === this.#activeId) return play && !this.#playback.playing ? this.resume(deviceId) : null
      const playing = this.#playback.playing || play
      this.#start(device, { ...this.#atCurrentPosition(this.#playback), playing })
      return null
    })
  }

  adjust(deviceId: string | null, change: Adjustment): PlayerRefusal | null {
    return this.#onDevice(deviceId, (device) => {
      if ('volumePercent' in change) {
        device.volumePercent = change.volumePercent
        device.link?.setVolume(change.volumePercent)
        return null
      }
      if (this.#playback === null) return 'restriction'
      if ('enqueue' in change && this.#playback.queued.length >= maxQueued) return 'restriction'
      const adjusted = adjustedPlayback(this.#playback, change)
      this.#playback = adjusted
      device.link?.update(adjusted)
      return null
    })
  }

  /**
   * Adds a device. If the device connects again, its connection is replaced.
   * @returns false when the account has too many connected devices (B4)
   */
  connect(info: DeviceInfo, link: DeviceLink): boolean {
    const existing = this.#devices.get(info.id)
    if (existing === undefined && !this.#makeRoom()) return false
    existing?.link?.close()
    this.#devices.set(info.id, { ...info, link })
    return true
  }

  /**
   * Handles a closed socket. The device stays in the list for `reap.afterMs`. After that it is deleted, and
   * `reap.removed` is called.
   */
  disconnect(deviceId: string, link: DeviceLink, reap: { afterMs: number; removed: () => void }): void {
    const device = this.#devices.get(deviceId)
    if (device?.link !== link) return
    device.link = null
    setTimeout(() => {
      if (device.link !== null || this.#devices.get(deviceId) !== device) return
      this.#devices.delete(deviceId)
      if (this.#activeId === deviceId) {
        this.#activeId = null
        this.#update({ playing: false })
      }
      reap.removed()
    }, reap.afterMs).unref()
  }

  /**
   * Stores what the active device reports. If another device reports that it plays, it gets the command to stop
   * again, because the first command may have been lost.
   */
  report(deviceId: string, report: DeviceReport): void {
    const device = this.#devices.get(deviceId)
    if (device === undefined) return
    const { trackId, playbackId, positionMs, playing } = report
    // The device was removed while its connection was broken, but the page continued to play.
    if (this.#activeId === null && playing && this.#playback?.id === playbackId) this.#activeId = deviceId
    if (this.#playback === null && this.#activeId === null) {
      // The provider's process was restarted while the page continued to play. So the reported playback becomes the
      // current one, as soon as the song is known.
      const { collection } = this.#options
      if (collection.track(trackId) !== undefined) this.#adopt(deviceId, report)
      else if (playing && collection.isOpen()) device.link?.deactivate()
    } else if (this.#activeId !== deviceId) {
      if (playing) device.link?.deactivate()
    } else if (this.#playback?.id === playbackId) this.#update({ positionMs, playing })
  }

  /** Handles the end of a song on the active device. */
  ended(deviceId: string, playbackId: string): void {
    const device = this.#devices.get(deviceId)
    if (device === undefined || this.#activeId !== deviceId || this.#playback?.id !== playbackId) return
    const next = nextPlayback(this.#playback, 'ended')
    if (next === null) this.#update({ positionMs: 0, playing: false })
    else this.#start(device, { ...next, positionMs: 0, playing: true })
  }

  rename(deviceId: string, name: string): void {
    const device = this.#devices.get(deviceId)
    if (device !== undefined) device.name = name
  }

  setReportedVolume(deviceId: string, volumePercent: number): void {
    const device = this.#devices.get(deviceId)
    if (device !== undefined) device.volumePercent = volumePercent
  }

  closeLinks(): void {
    for (const { link } of this.#devices.values()) link?.close()
  }

  /**
   * Runs a command on the device with this id, or on the active device if the id is null. Returns a refusal if the
   * device is not connected.
   */
  #onDevice(deviceId: string | null, run: (device: Device) => PlayerRefusal | null): PlayerRefusal | null {
    const device = this.#devices.get(deviceId ?? this.#activeId ?? '')
    if (!device?.link) return deviceId === null ? 'active' : 'device'
    return run(device)
  }

  /** Loads a playback on a device. If the song cannot be played, the device is paused. */
  #start(device: Device, playback: Playback): void {
    const playing = playback.playing && this.#trackOf(playback)?.playable !== false
    const started = { ...playback, id: randomUUID(), playing, changedAtMs: this.#options.now() }
    this.#playback = started
    this.#activate(device)
    device.link?.load(started)
  }

  #activate(device: Device): void {
    const before = this.#devices.get(this.#activeId ?? '')
    this.#activeId = device.id
    if (before !== undefined && before !== device) before.link?.deactivate()
  }

  #adopt(deviceId: string, { trackId, playbackId, positionMs, playing }: DeviceReport): void {
    this.#activeId = deviceId
    const context = { contextUri: null, trackIds: [trackId], index: 0, queued: [] }
    const modes = { playing, shuffle: false, repeat: 'off' as const }
    this.#playback = { id: playbackId, ...context, ...modes, positionMs, changedAtMs: this.#options.now() }
  }

  #update(changes: Partial<Playback>): void {
    if (this.#playback === null) return
    const changedAtMs = this.#options.now()
    this.#playback = { ...this.#atCurrentPosition(this.#playback), changedAtMs, ...changes }
  }

  #atCurrentPosition(playback: Playback): Playback {
    return { ...playback, positionMs: this.#positionMs(playback) }
  }

  #positionMs(playback: Playback): number {
    return positionAt(playback, this.#trackOf(playback), this.#options.now())
  }

  #trackOf(playback: Playback): Track | undefined {
    return this.#options.collection.track(currentTrackId(playback))
  }

  /**
   * Ensures that one more device can be added. If the list is full, it removes a disconnected device. Returns false
   * if all devices are connected.
   */
  #makeRoom(): boolean {
    if (this.#devices.size < maxDevices) return true
    const disconnected = [...this.#devices.values()].find(({ link }) => link === null)
    return disconnected !== undefined && this.#devices.delete(disconnected.id)
  }
}
