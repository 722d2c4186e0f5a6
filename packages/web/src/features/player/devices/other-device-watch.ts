import type { WebApi } from '../provider/web-api.ts'
import { createTimer, type Scheduler } from '../sync/scheduler.ts'

/** The pause between two requests for the devices while another device plays, in milliseconds. */
const WATCH_EVERY_MS = 5_000

type WatchOptions = {
  api: Pick<WebApi, 'devices'>
  scheduler: Pick<Scheduler, 'after'>
  /** The id of the device that must play. Null while there is none. */
  ownId(): string | null
  /** Is called when no other device plays any more. */
  onGone(): void
}

/**
 * Watches another device of the person, such as a second tab, while it plays in place of this one (P9).
 * @returns says whether another device plays
 */
export function createOtherDeviceWatch({ api, scheduler, ownId, onGone }: WatchOptions) {
  const timer = createTimer(scheduler)
  let isWatching = false

  async function look(): Promise<void> {
    const devices = await api.devices()
    if (!isWatching) return
    const id = ownId()
    // A failed request has no devices. It does not say that the other one is gone.
    const isGone = devices.some((device) => device.id === id) && !devices.some(isOtherActive(id))
    if (isGone) onGone()
    else timer.start(WATCH_EVERY_MS, () => void look())
  }

  return (isElsewhere: boolean): void => {
    if (isElsewhere === isWatching) return
    isWatching = isElsewhere
    if (isElsewhere) timer.start(WATCH_EVERY_MS, () => void look())
    else timer.cancel()
  }
}

const isOtherActive =
  (ownId: string | null) =>
  ({ id, isActive }: { id: string; isActive: boolean }): boolean =>
    isActive && id !== ownId
