import type { AccountProps } from '../../../shared/store/state.ts'
import { useStore } from '../../../shared/store/store.ts'
import type { Device } from '../provider/web-api.ts'

/** What is kept of the devices of the account that plays, in its `account_props`. */
export const deviceMemory = {
  /** The measured delay of a device in milliseconds; undefined until it was measured. */
  delayOf: (device: string): number | undefined => propsOfPlaying()?.delays?.[device],
  keepDelay: (device: string, delayMs: number): void =>
    change((props) => ({ ...props, delays: { ...props.delays, [device]: delayMs } })),
  keepDevices: (deviceId: string | null, devices: readonly Device[]): void =>
    change((props) => ({
      ...props,
      device_id: deviceId,
      devices: devices.map(({ id, name }) => ({ id, name })),
    })),
}

const playingIndex = () => useStore.getState().accounts.findIndex(({ service }) => service === 'spotify')
const propsOfPlaying = () => useStore.getState().account_props[playingIndex()]

function change(next: (props: AccountProps) => AccountProps): void {
  const index = playingIndex()
  useStore.setState(({ account_props }) => ({
    account_props: account_props.map((props, at) => (at === index ? next(props) : props)),
  }))
}
