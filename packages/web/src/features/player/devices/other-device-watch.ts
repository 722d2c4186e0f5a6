import type { WebApi } from '../provider/web-api.ts'
import { createTimer, type Scheduler } from '../sync/scheduler.ts'

/** The pause between two requests for the list of devices, in milliseconds. */
const WATCH_EVERY_MS = 5_000
/**
 * The pause after this page was connected again, in milliseconds. If the provider was restarted, the device that plays
 * is not listed until it is connected again, which takes up to six seconds.
 */
const RECONNECT_PAUSE_MS = 10_000

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
 * @returns `watch`, which starts the watch with true and stops it with false, and `reconnected`, which must be called when
 * this page was connected again
 */
export function createOtherDeviceWatch({ api, scheduler, ownId, onFree }: WatchOptions) {
  const timer = createTimer(scheduler)
  let isWatching = false
  let reconnects = 0

  async function check(): Promise<void> {
    const reconnectsBefore = reconnects
    const devices = await api.devices()
    if (!isWatching || reconnects !== reconnectsBefore) return
    const id = ownId()
    // After a failed request the list of devices is empty. So the list is used only if it contains this device.
    const isFree = devices.some((device) => device.id === id) && !devices.some(isOtherActive(id))
    if (isFree) onFree()
    else timer.start(WATCH_EVERY_MS, () => void check())
  }

  return {
    watch(isElsewhere: boolean): void {
      if (isElsewhere === isWatching) return
      isWatching = isElsewhere
      if (isElsewhere) timer.start(WATCH_EVERY_MS, () => void check())
      else timer.cancel()
    },
    reconnected(): void {
      reconnects += 1
      if (isWatching) timer.start(RECONNECT_PAUSE_MS, () => void check())
    },
  }
}

const isOtherActive =
  (ownId: string | null) =>
  ({ id, isActive }: { id: string; isActive: boolean }): boolean =>
    isActive && id !== ownId
