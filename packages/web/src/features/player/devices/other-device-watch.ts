import type { WebApi } from '../provider/web-api.ts'
import { createTimer, type Scheduler } from '../sync/scheduler.ts'

/** The pause between two requests for the list of devices, in milliseconds. */
const WATCH_EVERY_MS = 5_000

type WatchOptions = {
  api: Pick<WebApi, 'devices'>
  scheduler: Pick<Scheduler, 'after'>
  /** Returns the id of the device that should play. Null while there is none. */
  ownId(): string | null
  /** Is called when no other device plays any more. */
  onFree(): void
}

/**
 * Creates a watch for the time in which another device, such as a second tab, plays instead of this one (P9). It
 * fetches the list of devices repeatedly. It calls `onFree` when no other device plays any more.
 * @returns a function that starts the watch with true, and stops it with false
 */
export function createOtherDeviceWatch({ api, scheduler, ownId, onFree }: WatchOptions) {
  const timer = createTimer(scheduler)
  let isWatching = false

  async function check(): Promise<void> {
    const devices = await api.devices()
    if (!isWatching) return
    const id = ownId()
    // After a failed request the list of devices is empty. So the list is used only if it contains this device.
    const isFree = devices.some((device) => device.id === id) && !devices.some(isOtherActive(id))
    if (isFree) onFree()
    else timer.start(WATCH_EVERY_MS, () => void check())
  }

  return (isElsewhere: boolean): void => {
    if (isElsewhere === isWatching) return
    isWatching = isElsewhere
    if (isElsewhere) timer.start(WATCH_EVERY_MS, () => void check())
    else timer.cancel()
  }
}

const isOtherActive =
  (ownId: string | null) =>
  ({ id, isActive }: { id: string; isActive: boolean }): boolean =>
    isActive && id !== ownId
