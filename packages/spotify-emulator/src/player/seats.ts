import { randomUUID } from 'node:crypto'
import type { Track } from '@jointly/music-library'
import type { Faults } from '../control/faults.ts'
import type { Collection } from '../library/collection.ts'
import type { Device, DeviceLink } from './devices.ts'
import { currentTrackId, type Playback, positionAt } from './playback.ts'

/** One account's devices, the one that sounds, and what. */
export type Seat = {
  readonly devices: Map<string, Device>
  activeId: string | null
  playback: Playback | null
}

/** Why a player command is refused: `device`, `active` → 404, `restriction` → 403. */
export type PlayerRefusal = 'device' | 'active' | 'restriction'

export type SeatOptions = {
  readonly collection: Collection
  readonly faults: () => Faults
  readonly now: () => number
}

export type Seats = ReturnType<typeof createSeats>

/** The seats of all accounts and what every change of them is made of. Kept in memory, as sockets are. */
export function createSeats({ collection, faults, now }: SeatOptions) {
  const seats = new Map<number, Seat>()
  const timers = new Set<NodeJS.Timeout>()

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
  const trackOf = (playback: Playback): Track | undefined => collection.track(currentTrackId(playback))?.track

  const activate = (seat: Seat, device: Device): void => {
    const before = seat.devices.get(seat.activeId ?? '')
    seat.activeId = device.id
    if (before !== undefined && before !== device) command(before, (link) => link.deactivate())
  }

  return {
    after,
    command,
    trackOf,
    activate,
    now,
    find: (grantId: number): Seat | undefined => seats.get(grantId),

    of(grantId: number): Seat {
      const found = seats.get(grantId)
      if (found !== undefined) return found
      const seat: Seat = { devices: new Map(), activeId: null, playback: null }
      seats.set(grantId, seat)
      return seat
    },

    /** The device a command means: the named one, else the active one; it must be visible and connected. */
    target(seat: Seat, deviceId: string | null): Device | PlayerRefusal {
      const refusal = deviceId === null ? 'active' : 'device'
      const device = seat.devices.get(deviceId ?? seat.activeId ?? '')
      return device === undefined || device.link === null || device.visibleFromMs > now() ? refusal : device
    },

    positionMs: (playback: Playback): number => positionAt(playback, trackOf(playback), now()),

    /** Loads a playback on a device. A song that cannot be played leaves the device paused. */
    start(seat: Seat, device: Device, playback: Playback): void {
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
    },

    /** Notes a change of what plays, the position brought up to now unless it is the change. */
    settle(seat: Seat, changes: Partial<Playback>): void {
      if (seat.playback === null) return
      const positionMs = positionAt(seat.playback, trackOf(seat.playback), now())
      seat.playback = { ...seat.playback, positionMs, changedAtMs: now(), ...changes }
    },

    remove: (grantId: number): void => void seats.delete(grantId),

    /** Nobody is here and nothing plays: forget the account's seat. */
    leave(grantId: number): void {
      if (seats.get(grantId)?.devices.size === 0) seats.delete(grantId)
    },

    close(): void {
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
      for (const seat of seats.values()) for (const device of seat.devices.values()) device.link?.close()
    },
  }
}
