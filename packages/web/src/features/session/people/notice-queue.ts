import { mergeNotices, type Notice } from './notices.ts'

/** A notice is shown for `SHOWN_MS`. The pause before the next notice is `GAP_MS`. */
const SHOWN_MS = 4_000
const GAP_MS = 1_000
/** If a session has more than `LARGE_SESSION` people, the pause is `GAP_LARGE_MS`. */
const LARGE_SESSION = 20
const GAP_LARGE_MS = 16_000

export type NoticeQueue = {
  /** Adds new notices. @param activeCount the number of people in the session */
  add(notices: readonly Notice[], activeCount: number): void
  close(): void
}

/**
 * Creates a queue that shows one notice at a time (U6). Waiting notices of the same kind are combined into one
 * notice. A pause is shown at once, because the music stops at this moment (H8).
 * @param after starts a timer and returns a function that cancels the timer
 * @param show gets the notice to show; null hides the shown notice
 */
export function createNoticeQueue(
  after: (delayMs: number, run: () => void) => () => void,
  show: (notice: Notice | null) => void,
): NoticeQueue {
  let waiting: readonly Notice[] = []
  let gapMs = GAP_MS
  let cancel: (() => void) | null = null

  function next(): void {
    cancel = null
    const [first, ...rest] = waiting
    if (!first) return
    waiting = rest
    show(first)
    cancel = after(SHOWN_MS, () => {
      show(null)
      cancel = after(gapMs, next)
    })
  }

  return {
    add(notices, activeCount) {
      gapMs = activeCount > LARGE_SESSION ? GAP_LARGE_MS : GAP_MS
      const pauses = notices.filter(({ kind }) => kind === 'paused')
      const others = notices.filter(({ kind }) => kind !== 'paused')
      waiting = [...pauses, ...mergeNotices(waiting, others)]
      if (pauses.length > 0) cancel?.()
      if (cancel === null || pauses.length > 0) next()
    },
    close: () => cancel?.(),
  }
}
