import type { PlayerClock } from '../controller/controller-options.ts'
import { createTimer, type Scheduler } from './scheduler.ts'

/** For how long the screen shows the result. */
const SHOWN_MS = 2_500

/** The state of the Sync button. */
export type SyncState = 'idle' | 'measuring' | 'done' | 'failed'

export type ResyncOptions = {
  clock: Pick<PlayerClock, 'measure'>
  scheduler: Pick<Scheduler, 'after'>
  /** Brings the sound into step at once. */
  align(): void
  onChange(): void
}

/** The Sync button: measures the server's time again, then aligns the sound. One run at a time. */
export function createResync(options: ResyncOptions) {
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
