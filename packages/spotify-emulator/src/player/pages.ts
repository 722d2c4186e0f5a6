import type { Faults } from '../control/faults.ts'
import type { Collection } from '../library/collection.ts'
import type { DeviceCard, DeviceLink } from './devices.ts'
import { following } from './playback.ts'
import type { Seats } from './seats.ts'

/** What a page says it really does. */
export type Report = {
  readonly trackId: string
  readonly positionMs: number
  readonly playing: boolean
  readonly playbackId: string
}

/** The side of the pages: they come, go, and say what sounds. */
export function createPages(seats: Seats, collection: Collection, faults: () => Faults) {
  return {
    /** A page registered (or came back after its socket broke: the same id keeps its place). */
    connect(personId: string, card: DeviceCard, link: DeviceLink): void {
      const seat = seats.of(personId)
      const known = seat.devices.get(card.id)
      known?.link?.close()
      const visibleFromMs = known?.visibleFromMs ?? seats.now() + faults().deviceRegisterLagMs
      seat.devices.set(card.id, { ...card, visibleFromMs, link })
    },

    /** A page's socket closed; the device stays listed until it is reaped. A newer socket of it is left alone. */
    disconnect(personId: string, deviceId: string, link: DeviceLink): void {
      const seat = seats.of(personId)
      const device = seat.devices.get(deviceId)
      if (device?.link !== link) return
      device.link = null
      seats.after(faults().deviceReapMs, () => {
        if (device.link !== null || seat.devices.get(deviceId) !== device) return
        seat.devices.delete(deviceId)
        if (seat.activeId === deviceId) {
          seat.activeId = null
          seats.settle(seat, { playing: false })
        }
        seats.leave(personId)
      })
    },

    /** The active device is believed; another one that plays as well missed that it was replaced. */
    report(personId: string, deviceId: string, said: Report): void {
      const seat = seats.of(personId)
      const device = seat.devices.get(deviceId)
      if (device === undefined) return
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
          changedAtMs: seats.now(),
          playing: said.playing,
          shuffle: false,
          repeat: 'off',
        }
        return
      }
      if (seat.activeId !== deviceId) {
        if (said.playing) device.link?.deactivate()
        return
      }
      if (seat.playback?.id === said.playbackId) {
        seats.settle(seat, { positionMs: said.positionMs, playing: said.playing })
      }
    },

    /** The active device came to the end of its song: the next one follows, or silence. */
    ended(personId: string, deviceId: string, playbackId: string): void {
      const seat = seats.of(personId)
      const device = seat.devices.get(deviceId)
      if (device === undefined || seat.activeId !== deviceId || seat.playback?.id !== playbackId) return
      const next = following(seat.playback, 'ended')
      if (next === null) seats.settle(seat, { positionMs: 0, playing: false })
      else seats.start(seat, device, { ...next, positionMs: 0, playing: true })
    },

    rename(personId: string, deviceId: string, name: string): void {
      const device = seats.of(personId).devices.get(deviceId)
      if (device !== undefined) device.name = name
    },

    volumeChanged(personId: string, deviceId: string, volumePercent: number): void {
      const device = seats.of(personId).devices.get(deviceId)
      if (device !== undefined) device.volumePercent = volumePercent
    },
  }
}
