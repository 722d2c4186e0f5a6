import { backoffDelayMs } from '@jointly/domain'
import type { WebApi } from '../provider/web-api.ts'
import { createTimer, type Scheduler } from '../sync/scheduler.ts'

/** The longest pause after failed requests, in milliseconds. */
const LONGEST_PAUSE_MS = 5 * 60_000
/**
 * The pause after this page was connected again, in milliseconds. If the provider was restarted, the device that plays
 * is not listed until it is connected again, which takes up to six seconds.
 */
const RECONNECT_PAUSE_MS = 10_000

/**
 * Returns the pause between two requests for the list of devices, in milliseconds (P9). Only the built-in service keeps
 * time. Others limit calls, so they are asked less often.
 */
export const devicesEveryMs = (keepsTime: boolean): number => (keepsTime ? 5_000 : 30_000)

type WatchOptions = {
  api: Pick<WebApi, 'devices'>
  scheduler: Pick<Scheduler, 'after'>
  /** Whether the provider's player can start songs at exact times. */
  keepsTime: boolean
  /** Returns the id of the device that should play. Null while there is none. */
  ownId(): string | null
  /** Is called when no other device plays any more. */
  onFree(): void
}

/**
 * Creates a watch for the time in which another device, such as a second tab, plays instead of this one (P9). It
 * fetches the list of devices repeatedly, after a longer pause with each failure in a row, because a limit of the provider
 * would otherwise last longer. It calls `onFree` when no other device plays any more.
 * @returns `watch`, which starts the watch with true and stops it with false, and `reconnected`, which must be called when
 * this page was connected again
 */
export function createOtherDeviceWatch({ api, scheduler, keepsTime, ownId, onFree }: WatchOptions) {
  const timer = createTimer(scheduler)
  const everyMs = devicesEveryMs(keepsTime)
  /** The number of failed requests in a row. */
  let failures = 0
  let isWatching = false
  let reconnects = 0

  async function check(): Promise<void> {
    const reconnectsBefore = reconnects
    const devices = await api.devices()
    failures = devices === null ? failures + 1 : 0
    if (!isWatching || reconnects !== reconnectsBefore) return
    const id = ownId()
    // A list without this device may be incomplete, so it is not used.
    const isFree = devices?.some((device) => device.id === id) && !devices.some(isOtherActive(id))
    if (isFree) onFree()
    else timer.start(backoffDelayMs(everyMs, LONGEST_PAUSE_MS, failures + 1), () => void check())
  }

  return {
    watch(isElsewhere: boolean): void {
      if (isElsewhere === isWatching) return
      isWatching = isElsewhere
      if (isElsewhere) timer.start(everyMs, () => void check())
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
