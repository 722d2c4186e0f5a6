import type { ServerMessage } from '@jointly/contract'
import type { ChatPorts } from './chat-controller.ts'

/** How long after the session opened the chat is fetched, if nothing asks for it earlier. */
const FIRST_FETCH_MS = 1_000
/** How long a gap may last before the chat is fetched again. Lines of two servers may arrive in another order. */
const GAP_MS = 1_000
/** The delay between two fetches while there is no live connection. */
const POLL_MS = 10_000

type Followed = {
  refresh(): Promise<void>
  /** Gets each message about this session. */
  receive(message: ServerMessage): void
  hasGap(): boolean
}

/**
 * Follows the chat of a session: over the live connection, and by polls while there is none. The chat is fetched
 * after the server has sent the state of the session, because it sends all lines from then on (C6).
 * @returns stops following it
 */
export function follow({ ssid, live, after }: ChatPorts, { refresh, receive, hasGap }: Followed): () => void {
  let isOutdated = true
  let cancelGap: (() => void) | null = null
  let cancelPoll = after(FIRST_FETCH_MS, poll)

  function fetchNow(): void {
    isOutdated = false
    void refresh()
  }

  function poll(): void {
    cancelPoll = after(POLL_MS, poll)
    if (isOutdated || !live.isReady()) {
      // Without a live connection, the next state of the session starts another fetch.
      void refresh()
      isOutdated = !live.isReady()
    }
  }

  function watchGap(): void {
    if (!hasGap()) {
      cancelGap?.()
      cancelGap = null
      return
    }
    cancelGap ??= after(GAP_MS, () => {
      cancelGap = null
      if (hasGap()) fetchNow()
    })
  }

  const unsubscribe = live.onMessage((message) => {
    if (message.type === 'ready') isOutdated = true
    if (!('ssid' in message) || message.ssid !== ssid) return
    if (isOutdated && (message.type === 'session' || message.type === 'you')) fetchNow()
    receive(message)
    if (message.type !== 'chat') return
    if (message.stale) fetchNow()
    watchGap()
  })
  return () => {
    unsubscribe()
    cancelPoll()
    cancelGap?.()
  }
}
