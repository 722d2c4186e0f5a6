import { randomUUID } from 'node:crypto'
import type { Faults } from '../control/faults.ts'
import type { Collection } from '../library/collection.ts'
import type { Device, DeviceCard, DeviceLink } from './devices.ts'
import { currentTrackId, following, type Playback, positionAt, type Repeat, shuffled } from './playback.ts'

/** Why a player command is refused: `device`, `active` → 404, `restriction` → 403. */
export type PlayerRefusal = 'device' | 'active' | 'restriction'

export type PlayOrder = {
  readonly contextUri: string | null
  readonly trackIds: readonly string[]
  readonly index: number
  readonly positionMs: number
}

type Seat = {
  readonly devices: Map<string, Device>
  activeId: string | null
  playback: Playback | null
}

export type Players = ReturnType<typeof createPlayers>

type Options = {
  readonly collection: Collection
  readonly faults: () => Faults
  readonly now: () => number
  readonly chance: () => number
}

/** The players of all accounts: devices, which of them sounds, and what. State lives in memory, as sockets do. */
export function createPlayers({ collection, faults, now, chance }: Options) {
  const seats = new Map<string, Seat>()
  const timers = new Set<NodeJS.Timeout>()

  const seatOf = (personId: string): Seat => {
    const found = seats.get(personId)
    if (found !== undefined) return found
    const seat: Seat = { devices: new Map(), activeId: null, playback: null }
    seats.set(personId, seat)
    return seat
  }
  const after = (delayMs: number, work: () => void): void => {
    if (delayMs === 0) return work()
    const timer = setTimeout(() => {
      timers.delete(timer)
      work()
    }, delayMs)
    timer.unref()
    timers.add(timer)
  }
  /** Sends a command to a device after the configured latency. */
  const command = (device: Device, tell: (link: DeviceLink) => void): void =>
    after(faults().commandLatencyMs, () => {
      if (device.link !== null) tell(device.link)
    })
  const trackOf = (playback: Playback) => collection.track(currentTrackId(playback))?.track

  /** The device a command means: the named one, else the active one; it must be there and connected. */
  const target = (seat: Seat, deviceId: string | null): Device | PlayerRefusal => {
    const device = seat.devices.get(deviceId ?? seat.activeId ?? '')
    if (device === undefined) return deviceId === null ? 'active' : 'device'
    if (device.link === null || device.visibleFromMs > now()) return deviceId === null ? 'active' : 'device'
    return device
  }
  const activate = (seat: Seat, device: Device): void => {
    const before = seat.devices.get(seat.activeId ?? '')
    seat.activeId = device.id
    if (before !== undefined && before !== device) command(before, (link) => link.deactivate())
  }
  const start = (seat: Seat, device: Device, playback: Playback): void => {
    const playable = trackOf(playback)?.playable !== false
    const started = {
      ...playback,
      id: randomUUID(),
      playing: playback.playing && playable,
      changedAtMs: now(),
    }
    seat.playback = started
    activate(seat, device)
    command(device, (link) => link.load(started))
  }
  const settle = (seat: Seat, changes: Partial<Playback>): Playback | null => {
    if (seat.playback === null) return null
    const positionMs = positionAt(seat.playback, trackOf(seat.playback), now())
    seat.playback = { ...seat.playback, positionMs, changedAtMs: now(), ...changes }
    return seat.playback
  }

  return {
    /** A page registered (or came back after its socket broke: the same id keeps its place). */
    connect(personId: string, card: DeviceCard, link: DeviceLink): void {
      const seat = seatOf(personId)
      const known = seat.devices.get(card.id)
      known?.link?.close()
      seat.devices.set(card.id, {
        ...card,
        visibleFromMs: known?.visibleFromMs ?? now() + faults().deviceRegisterLagMs,
        link,
      })
    },

    /** A page's socket closed; the device stays listed until it is reaped. A newer socket of it is left alone. */
    disconnect(personId: string, deviceId: string, link: DeviceLink): void {
      const seat = seatOf(personId)
      const device = seat.devices.get(deviceId)
      if (device?.link !== link) return
      device.link = null
      after(faults().deviceReapMs, () => {
        if (device.link !== null || seat.devices.get(deviceId) !== device) return
        seat.devices.delete(deviceId)
        if (seat.activeId === deviceId) {
          seat.activeId = null
          settle(seat, { playing: false })
        }
        if (seat.devices.size === 0) seats.delete(personId)
      })
    },

    devices: (personId: string) => {
      const seat = seats.get(personId)
      return [...(seat?.devices.values() ?? [])]
        .filter((device) => device.visibleFromMs <= now())
        .map((device) => ({ ...device, active: device.id === seat?.activeId }))
    },

    /** What the account plays and where; null while no device is active. */
    state(
      personId: string,
    ): { readonly device: Device; readonly playback: Playback; readonly positionMs: number } | null {
      const seat = seats.get(personId)
      const device = seat?.devices.get(seat.activeId ?? '')
      if (seat === undefined || device === undefined || seat.playback === null) return null
      return {
        device,
        playback: seat.playback,
        positionMs: positionAt(seat.playback, trackOf(seat.playback), now()),
      }
    },

    /** Plays the order, or with none resumes what is there. */
    play(personId: string, deviceId: string | null, order: PlayOrder | null): PlayerRefusal | null {
      const seat = seatOf(personId)
      const device = target(seat, deviceId)
      if (typeof device === 'string') return device
      const previous = seat.playback
      if (order !== null) {
        start(seat, device, {
          ...order,
          id: '',
          queued: [],
          changedAtMs: now(),
          playing: true,
          shuffle: previous?.shuffle ?? false,
          repeat: previous?.repeat ?? 'off',
        })
        return null
      }
      if (previous === null) return 'restriction'
      if (device.id !== seat.activeId) {
        const positionMs = positionAt(previous, trackOf(previous), now())
        start(seat, device, { ...previous, positionMs, playing: true })
        return null
      }
      if (previous.playing) return 'restriction'
      settle(seat, { playing: true })
      command(device, (link) => link.resume())
      return null
    },

    pause(personId: string, deviceId: string | null): PlayerRefusal | null {
      const seat = seatOf(personId)
      const device = target(seat, deviceId)
      if (typeof device === 'string') return device
      if (seat.playback?.playing !== true || device.id !== seat.activeId) return 'restriction'
      settle(seat, { playing: false })
      command(device, (link) => link.pause())
      return null
    },

    /** Seeks; past the end means the next song. */
    seek(personId: string, deviceId: string | null, positionMs: number): PlayerRefusal | null {
      const seat = seatOf(personId)
      const device = target(seat, deviceId)
      if (typeof device === 'string') return device
      const playback = seat.playback
      if (playback === null || device.id !== seat.activeId) return 'restriction'
      if (positionMs >= (trackOf(playback)?.durationMs ?? 0)) return this.skip(personId, deviceId, 'next')
      settle(seat, { positionMs })
      command(device, (link) => link.seek(positionMs))
      return null
    },

    skip(personId: string, deviceId: string | null, where: 'next' | 'previous'): PlayerRefusal | null {
      const seat = seatOf(personId)
      const device = target(seat, deviceId)
      if (typeof device === 'string') return device
      if (seat.playback === null) return 'restriction'
      const before = Math.max(0, seat.playback.index - 1)
      const moved =
        where === 'next' ? following(seat.playback, 'skipped') : { ...seat.playback, index: before }
      if (moved !== null) start(seat, device, { ...moved, positionMs: 0, playing: true })
      else {
        settle(seat, { positionMs: 0, playing: false })
        command(device, (link) => (link.pause(), link.seek(0)))
      }
      return null
    },

    /** Moves the playback to another device, playing on as before unless `play` says so. */
    transfer(personId: string, deviceId: string, play: boolean): PlayerRefusal | null {
      const seat = seatOf(personId)
      const device = target(seat, deviceId)
      if (typeof device === 'string') return device
      const playback = seat.playback
      if (playback === null) activate(seat, device)
      else if (device.id !== seat.activeId) {
        const positionMs = positionAt(playback, trackOf(playback), now())
        start(seat, device, { ...playback, positionMs, playing: playback.playing || play })
      } else if (play && !playback.playing) return this.play(personId, deviceId, null)
      return null
    },

    /** Changes that leave the current song alone. */
    adjust(
      personId: string,
      deviceId: string | null,
      change: { enqueue?: string; repeat?: Repeat; shuffle?: boolean; volumePercent?: number },
    ): PlayerRefusal | null {
      const seat = seatOf(personId)
      const device = target(seat, deviceId)
      if (typeof device === 'string') return device
      const { volumePercent } = change
      if (volumePercent !== undefined) {
        device.volumePercent = volumePercent
        command(device, (link) => link.setVolume(volumePercent))
        return null
      }
      if (seat.playback === null) return 'restriction'
      const { playback } = seat
      const ordered = change.shuffle === true ? shuffled(playback, chance) : playback
      const updated = {
        ...ordered,
        shuffle: change.shuffle ?? playback.shuffle,
        repeat: change.repeat ?? playback.repeat,
        queued: change.enqueue === undefined ? playback.queued : [...playback.queued, change.enqueue],
      }
      seat.playback = updated
      command(device, (link) => link.update(updated))
      return null
    },

    /** What a device says it really does; only the active one is believed. */
    report(
      personId: string,
      deviceId: string,
      said: { trackId: string; positionMs: number; playing: boolean; playbackId: string },
    ): void {
      const seat = seatOf(personId)
      if (seat.playback === null && seat.activeId === null && collection.track(said.trackId) !== undefined) {
        // This process is younger than the page: the music went on, so take over what sounds.
        seat.activeId = deviceId
        seat.playback = {
          id: said.playbackId,
          contextUri: null,
          trackIds: [said.trackId],
          index: 0,
          queued: [],
          positionMs: said.positionMs,
          changedAtMs: now(),
          playing: said.playing,
          shuffle: false,
          repeat: 'off',
        }
        return
      }
      if (seat.activeId !== deviceId || seat.playback?.id !== said.playbackId) return
      settle(seat, { positionMs: said.positionMs, playing: said.playing })
    },

    /** The active device came to the end of its song: the next one follows, or silence. */
    ended(personId: string, deviceId: string, playbackId: string): void {
      const seat = seatOf(personId)
      const device = seat.devices.get(deviceId)
      if (device === undefined || seat.activeId !== deviceId || seat.playback?.id !== playbackId) return
      const next = following(seat.playback, 'ended')
      if (next === null) settle(seat, { positionMs: 0, playing: false })
      else start(seat, device, { ...next, positionMs: 0, playing: true })
    },

    rename(personId: string, deviceId: string, name: string): void {
      const device = seatOf(personId).devices.get(deviceId)
      if (device !== undefined) device.name = name
    },

    volumeChanged(personId: string, deviceId: string, volumePercent: number): void {
      const device = seatOf(personId).devices.get(deviceId)
      if (device !== undefined) device.volumePercent = volumePercent
    },

    close(): void {
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
      for (const seat of seats.values()) for (const device of seat.devices.values()) device.link?.close()
    },
  }
}
