import type { SoundPlayer } from '../provider/sdk.ts'
import { createSoundDevice, type SoundDevice, type SoundDevicePorts } from './sound-device.ts'
import type { DevicesView } from '../screen/view.ts'
import type { Device, WebApi } from '../provider/web-api.ts'

export type DeviceDeskPorts = SoundDevicePorts & {
  api: WebApi
  /** How this page is called among the person's devices. */
  ownName: string
  keep(deviceId: string | null, devices: readonly Device[]): void
}

/** Where the sound comes out: this page, or another device of the same person. */
export type DeviceDesk = {
  /** The device that is set; null while there is none. */
  id(): string | null
  isOwn(): boolean
  name(): string
  view(): DevicesView
  /** This page's player, while the sound comes out here. */
  sound(): SoundPlayer | null
  /** Makes this page's player anew for another account, or takes it away. */
  open(forAccount: boolean): void
  /** To be called in a person's gesture, before anything is awaited. */
  unlock(): void
  choose(id: string): void
  /** Asks the provider for the devices, and takes the first if none is set (spec section 8). */
  reload(): Promise<void>
  close(): void
}

export function createDeviceDesk(ports: DeviceDeskPorts): DeviceDesk {
  let own: SoundDevice | null = null
  let chosenId: string | null = null
  let devices: readonly Device[] = []

  const id = () => chosenId ?? own?.id() ?? null
  const isOwn = () => own !== null && chosenId === null
  const keep = () => ports.keep(id(), devices)

  return {
    id,
    isOwn,
    name: () => (isOwn() ? ports.ownName : (devices.find((device) => device.id === chosenId)?.name ?? '')),
    view: () => ({ devices, deviceId: id(), ownDeviceId: own?.id() ?? null }),
    sound: () => (isOwn() ? (own?.player() ?? null) : null),
    open(forAccount) {
      own?.dispose()
      chosenId = null
      devices = []
      own = forAccount
        ? createSoundDevice({
            ...ports,
            changed(deviceId) {
              keep()
              // Where another device was chosen, this page coming or going changes nothing.
              ports.changed(chosenId === null ? deviceId : null)
            },
          })
        : null
    },
    unlock: () => own?.unlock(),
    choose(deviceId) {
      chosenId = deviceId === own?.id() ? null : deviceId
      keep()
    },
    async reload() {
      devices = await ports.api.devices()
      if (id() === null) chosenId = devices.find((device) => !device.isRestricted)?.id ?? null
      keep()
    },
    close() {
      own?.dispose()
      own = null
    },
  }
}
