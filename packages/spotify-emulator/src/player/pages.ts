import type { Faults } from '../control/faults.ts'
import type { Collection } from '../library/collection.ts'
import type { DeviceCard, DeviceLink } from './devices.ts'
import { following } from './playback.ts'
import type { Seat, Seats } from './seats.ts'

/** What a page says it really does. */
export type Report = {
  readonly trackId: string
  readonly positionMs: number
  readonly playing: boolean
  readonly playbackId: string
}

/** More devices than a person has open at once. */
const mostDevices = 20

/** Whether one more device fits, if need be in place of one whose page is gone. */
function makeRoom({ devices }: Seat): boolean {
  if (devices.size < mostDevices) return true
  const gone = [...devices.values()].find(({ link }) => link === null)
  return gone !== undefined && devices.delete(gone.id)
}

/** The side of the pages: they come, go, and say what sounds. */
export function createPages(seats: Seats, collection: Collection, faults: () => Faults) {
  return {
    /**
     * A page registered (or came back after its socket broke: the same id keeps its place). False when the grant has
     * as many connected devices as it may have (B4).
     */
    connect(grantId: number, card: DeviceCard, link: DeviceLink): boolean {
      const seat = seats.of(grantId)
      const known = seat.devices.get(card.id)
      if (known === undefined && !makeRoom(seat)) return false
      known?.link?.close()
      const visibleFromMs = known?.visibleFromMs ?? seats.now() + faults().deviceRegisterLagMs
      seat.devices.set(card.id, { ...card, visibleFromMs, link })
      return true
    },

    /** A page's socket closed; the device stays listed until it is reaped. A newer socket of it is left alone. */
    disconnect(grantId: number, deviceId: string, link: DeviceLink): void {
      const seat = seats.find(grantId)
      const device = seat?.devices.get(deviceId)
      if (seat === undefined || device?.link !== link) return
      device.link = null
      seats.after(faults().deviceReapMs, () => {
        if (device.link !== null || seat.devices.get(deviceId) !== device) return
        seat.devices.delete(deviceId)
        if (seat.activeId === deviceId) {
          seat.activeId = null
          seats.settle(seat, { playing: false })
        }
        seats.leave(grantId)
      })
    },

    /** The grant ended: its devices are no more, and nothing plays (B2). */
    forget(grantId: number): void {
      const links = [...(seats.find(grantId)?.devices.values() ?? [])].map(({ link }) => link)
      seats.remove(grantId)
      for (const link of links) link?.close()
    },

    /** The active device is believed; another one that plays as well missed that it was replaced. */
    report(grantId: number, deviceId: string, said: Report): void {
      const seat = seats.find(grantId)
      const device = seat?.devices.get(deviceId)
      if (seat === undefined || device === undefined) return
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
    ended(grantId: number, deviceId: string, playbackId: string): void {
      const seat = seats.find(grantId)
      const device = seat?.devices.get(deviceId)
      if (
        seat === undefined ||
        device === undefined ||
        seat.activeId !== deviceId ||
        seat.playback?.id !== playbackId
      )
        return
      const next = following(seat.playback, 'ended')
      if (next === null) seats.settle(seat, { positionMs: 0, playing: false })
      else seats.start(seat, device, { ...next, positionMs: 0, playing: true })
    },

    rename(grantId: number, deviceId: string, name: string): void {
      const device = seats.find(grantId)?.devices.get(deviceId)
      if (device !== undefined) device.name = name
    },

    volumeChanged(grantId: number, deviceId: string, volumePercent: number): void {
      const device = seats.find(grantId)?.devices.get(deviceId)
      if (device !== undefined) device.volumePercent = volumePercent
    },
  }
}
