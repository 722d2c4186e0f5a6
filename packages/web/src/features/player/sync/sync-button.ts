import type { PlayerClock } from '../controller/controller-options.ts'
import { createTimer, type Scheduler } from './scheduler.ts'

/** The Sync button shows the result for this time, in milliseconds. */
const SHOWN_MS = 2_500

/** What the Sync button shows. */
export type SyncState = 'idle' | 'measuring' | 'done' | 'failed'

export type SyncButtonOptions = {
  clock: Pick<PlayerClock, 'measure'>
  scheduler: Pick<Scheduler, 'after'>
  /** Corrects the difference between the sound and the session at once. */
  align(): void
  onChange(): void
}

/**
 * Handles the Sync button. A press measures the server's clock again and then corrects the position of the song.
 * Presses during this time are ignored.
 */
export function createSyncButton(options: SyncButtonOptions) {
  const timer = createTimer(options.scheduler)
  let state: SyncState = 'idle'

  function setState(next: SyncState): void {
    timer.cancel()
    state = next
    options.onChange()
  }

  return {
    state: () => state,
    async run(): Promise<void> {
      if (state === 'measuring') return
      setState('measuring')
      const isMeasured = await options.clock.measure()
      options.align()
      setState(isMeasured ? 'done' : 'failed')
      timer.start(SHOWN_MS, () => setState('idle'))
    },
    close: () => timer.cancel(),
  }
}
