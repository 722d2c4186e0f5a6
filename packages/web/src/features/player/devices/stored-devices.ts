import type { AccountProps } from '../../../shared/store/state.ts'
import { useStore } from '../../../shared/store/store.ts'
import { playingAccount } from '../../../shared/store/playing-account.ts'
import type { Device } from '../provider/web-api.ts'

/** Stores the devices of the current account, and their measured delays. */
export type StoredDevices = {
  /**
   * Returns the measured playback delay of a device in milliseconds. Undefined before the first measurement.
   * @param device a device id; `here` is this page, `prepared` is this page with a preloaded song
   */
  delayOf(device: string): number | undefined
  saveDelay(device: string, delayMs: number): void
  saveDevices(deviceId: string | null, devices: readonly Device[]): void
}

/**
 * Stores the devices and their delays in `account_props` of the client state, in the entry of the account that plays.
 */
export const storedDevices: StoredDevices = {
  delayOf: (device) => useStore.getState().account_props[playingIndex()]?.delays?.[device],
  saveDelay: (device, delayMs) =>
    update((props) => ({ ...props, delays: { ...props.delays, [device]: delayMs } })),
  saveDevices: (deviceId, devices) =>
    update((props) => ({
      ...props,
      device_id: deviceId,
      devices: devices.map(({ id, name }) => ({ id, name })),
    })),
}

/** Returns the index of the account that plays. -1 if there is none. */
function playingIndex(): number {
  const { accounts } = useStore.getState()
  const playing = playingAccount(accounts)
  return playing ? accounts.indexOf(playing) : -1
}

function update(next: (props: AccountProps) => AccountProps): void {
  const index = playingIndex()
  useStore.setState(({ account_props }) => ({
    account_props: account_props.map((props, at) => (at === index ? next(props) : props)),
  }))
}
