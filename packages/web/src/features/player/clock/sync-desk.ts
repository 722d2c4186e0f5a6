import type { SyncState } from '../screen/view.ts'

/** For how long it is said that the sound is in step again. */
const SHOWN_MS = 2_500

export type SyncPorts = {
  /** Measures the server's time anew. @returns whether it could be */
  measureClock(): Promise<boolean>
  after(delayMs: number, run: () => void): () => void
  /** Brings the sound where it should be, at once. */
  align(): void
  changed(): void
}

/** A person's wish to get in step anew: the time is measured, then the sound follows. One at a time. */
export function createSyncDesk(ports: SyncPorts) {
  let state: SyncState = 'idle'
  let cancel = () => {}

  function become(next: SyncState): void {
    cancel()
    state = next
    ports.changed()
  }

  return {
    state: () => state,
    async resync(): Promise<void> {
      if (state === 'measuring') return
      become('measuring')
      const isMeasured = await ports.measureClock()
      ports.align()
      become(isMeasured ? 'done' : 'failed')
      cancel = ports.after(SHOWN_MS, () => become('idle'))
    },
    close: () => cancel(),
  }
}
