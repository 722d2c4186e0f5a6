import type { Device } from './devices.ts'
import { createPages } from './pages.ts'
import { following, type Playback, type Repeat, shuffled } from './playback.ts'
import { createSeats, type PlayerRefusal, type SeatOptions } from './seats.ts'

export type { PlayerRefusal } from './seats.ts'

export type PlayOrder = Pick<Playback, 'contextUri' | 'trackIds' | 'index' | 'positionMs'>

/** Changes that leave the current song alone. */
export type Adjustment =
  | { readonly enqueue: string }
  | { readonly repeat: Repeat }
  | { readonly shuffle: boolean }
  | { readonly volumePercent: number }

/** Songs put in by hand, at most. */
const mostQueued = 200

export type Players = ReturnType<typeof createPlayers>

/**
 * The players of all accounts: devices, which of them sounds, and what. Commands answer null, or why they are
 * refused; without a device id they mean the active device.
 */
export function createPlayers({ chance, ...options }: SeatOptions & { readonly chance: () => number }) {
  const seats = createSeats(options)

  const resume = (grantId: number, deviceId: string | null): PlayerRefusal | null => {
    const seat = seats.of(grantId)
    const device = seats.target(seat, deviceId)
    if (typeof device === 'string') return device
    const { playback } = seat
    if (playback === null) return 'restriction'
    if (device.id !== seat.activeId) {
      seats.start(seat, device, { ...playback, positionMs: seats.positionMs(playback), playing: true })
      return null
    }
    if (playback.playing) return 'restriction'
    seats.settle(seat, { playing: true })
    seats.command(device, (link) => link.resume())
    return null
  }

  const skip = (
    grantId: number,
    deviceId: string | null,
    where: 'next' | 'previous',
  ): PlayerRefusal | null => {
    const seat = seats.of(grantId)
    const device = seats.target(seat, deviceId)
    if (typeof device === 'string') return device
    const { playback } = seat
    if (playback === null) return 'restriction'
    const before = { ...playback, index: Math.max(0, playback.index - 1) }
    const moved = where === 'next' ? following(playback, 'skipped') : before
    if (moved !== null) {
      seats.start(seat, device, { ...moved, positionMs: 0, playing: true })
      return null
    }
    seats.settle(seat, { positionMs: 0, playing: false })
    seats.command(device, (link) => {
      link.pause()
      link.seek(0)
    })
    return null
  }

  return {
    ...createPages(seats, options.collection, options.faults),
    resume,
    skip,
    close: seats.close,

    devices: (grantId: number) => {
      const seat = seats.find(grantId)
      return [...(seat?.devices.values() ?? [])]
        .filter((device) => device.visibleFromMs <= seats.now())
        .map((device) => ({ ...device, active: device.id === seat?.activeId }))
    },

    /** What the account plays and where; null while no device is active. */
    state(grantId: number): { device: Device; playback: Playback; positionMs: number } | null {
      const seat = seats.find(grantId)
      const device = seat?.devices.get(seat.activeId ?? '')
      if (seat?.playback == null || device === undefined) return null
      return { device, playback: seat.playback, positionMs: seats.positionMs(seat.playback) }
    },

    /** Plays something new. */
    play(grantId: number, deviceId: string | null, order: PlayOrder): PlayerRefusal | null {
      const seat = seats.of(grantId)
      const device = seats.target(seat, deviceId)
      if (typeof device === 'string') return device
      seats.start(seat, device, {
        ...order,
        id: '',
        queued: [],
        changedAtMs: seats.now(),
        playing: true,
        shuffle: seat.playback?.shuffle ?? false,
        repeat: seat.playback?.repeat ?? 'off',
      })
      return null
    },

    pause(grantId: number, deviceId: string | null): PlayerRefusal | null {
      const seat = seats.of(grantId)
      const device = seats.target(seat, deviceId)
      if (typeof device === 'string') return device
      if (seat.playback?.playing !== true || device.id !== seat.activeId) return 'restriction'
      seats.settle(seat, { playing: false })
      seats.command(device, (link) => link.pause())
      return null
    },

    /** Past the song's end it means the next song. */
    seek(grantId: number, deviceId: string | null, positionMs: number): PlayerRefusal | null {
      const seat = seats.of(grantId)
      const device = seats.target(seat, deviceId)
      if (typeof device === 'string') return device
      const { playback } = seat
      if (playback === null || device.id !== seat.activeId) return 'restriction'
      if (positionMs >= (seats.trackOf(playback)?.durationMs ?? 0)) return skip(grantId, deviceId, 'next')
      seats.settle(seat, { positionMs })
      seats.command(device, (link) => link.seek(positionMs))
      return null
    },

    /** Moves the playback to another device, playing on as before unless `play` starts it. */
    transfer(grantId: number, deviceId: string, play: boolean): PlayerRefusal | null {
      const seat = seats.of(grantId)
      const device = seats.target(seat, deviceId)
      if (typeof device === 'string') return device
      const { playback } = seat
      if (playback === null) {
        seats.activate(seat, device)
        return null
      }
      if (device.id === seat.activeId) return play && !playback.playing ? resume(grantId, deviceId) : null
      const playing = playback.playing || play
      seats.start(seat, device, { ...playback, positionMs: seats.positionMs(playback), playing })
      return null
    },

    adjust(grantId: number, deviceId: string | null, change: Adjustment): PlayerRefusal | null {
      const seat = seats.of(grantId)
      const device = seats.target(seat, deviceId)
      if (typeof device === 'string') return device
      if ('volumePercent' in change) {
        device.volumePercent = change.volumePercent
        seats.command(device, (link) => link.setVolume(change.volumePercent))
        return null
      }
      if (seat.playback === null) return 'restriction'
      if ('enqueue' in change && seat.playback.queued.length >= mostQueued) return 'restriction'
      const adjusted = adjustedPlayback(seat.playback, change, chance)
      seat.playback = adjusted
      seats.command(device, (link) => link.update(adjusted))
      return null
    },
  }
}

function adjustedPlayback(
  playback: Playback,
  change: Exclude<Adjustment, { readonly volumePercent: number }>,
  chance: () => number,
): Playback {
  if ('enqueue' in change) return { ...playback, queued: [...playback.queued, change.enqueue] }
  if ('repeat' in change) return { ...playback, repeat: change.repeat }
  return change.shuffle ? shuffled(playback, chance) : { ...playback, shuffle: false }
}
